/**
 * Marks a browser that shows the rehearsal instead of the site, to team members only. Grants no
 * access.
 */
export const REHEARSAL_COOKIE = 'rehearsal';
