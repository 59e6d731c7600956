/** In the browser's storage: the rules of the headings' face, once the browser has it. */
export const DISPLAY_FACE_KEY = 'displayFace';
