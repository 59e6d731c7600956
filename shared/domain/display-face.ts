/** Key in local storage: CSS rules of the headings' font, once the browser has loaded it. */
export const DISPLAY_FACE_KEY = 'displayFace';
