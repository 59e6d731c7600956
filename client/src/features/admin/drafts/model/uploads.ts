/** Follows a form's own key in that of a picture which is being sent. */
export const UPLOADS = 'upload';
