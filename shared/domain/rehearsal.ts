/**
 * Marks a browser that shows the rehearsal of this id instead of the site, to team members only.
 * Grants no access. Scripts of our pages may read it.
 */
export const REHEARSAL_COOKIE = 'rehearsal';

/** Header of the requests of a rehearsal's pages: its id. The site refuses them. */
export const REHEARSAL_HEADER = 'Awards-Rehearsal';

/** Tells the visitor that this browser has left the rehearsal, and removes the mark. */
export const REHEARSAL_LEFT_PATH = '/rehearsal/left';
