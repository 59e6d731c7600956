/** Second part of the mutation key of an upload, after the form's own key. */
export const UPLOADS = 'upload';
