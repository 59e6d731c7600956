import { shownRehearsal } from './shown-rehearsal';

export type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Wraps a storage so that it never throws. Private modes and full disks reject writes: rejected
 * values are kept in memory for as long as the page is open.
 * @param prefix of all keys
 */
export function safeStorage(open: () => KeyStorage, prefix = ''): KeyStorage {
  const refused = new Map<string, string>();
  return {
    getItem(key) {
      const value = refused.get(key);
      if (value !== undefined) return value;
      try {
        return open().getItem(prefix + key);
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      try {
        open().setItem(prefix + key, value);
        refused.delete(key);
      } catch {
        refused.set(key, value);
      }
    },
    removeItem(key) {
      refused.delete(key);
      try {
        open().removeItem(prefix + key);
      } catch {
        // A value that cannot be written was never there.
      }
    },
  };
}

/** What a rehearsal stores is never read on the site, nor the other way round. */
const PREFIX = shownRehearsal === null ? '' : `rehearsal-${shownRehearsal}-`;

/**
 * Shared by all tabs, and kept when the browser closes. Opening it may throw, so it is opened
 * lazily.
 */
export const browserStorage = safeStorage(() => localStorage, PREFIX);

/** This tab's own storage, which ends with it. */
export const tabStorage = safeStorage(() => sessionStorage, PREFIX);
