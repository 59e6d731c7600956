import { REHEARSAL_COOKIE } from '#shared/domain/rehearsal';
import { cookie } from './cookie';
import { isBrowser } from './page-render';

/** Id of the rehearsal to which this page belongs for as long as it is open; null on the site. */
export const shownRehearsal = isBrowser ? (cookie(REHEARSAL_COOKIE) ?? null) : null;
