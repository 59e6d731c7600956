export type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Wraps a storage so that it never throws. Private modes and full disks reject writes: rejected
 * values are kept in memory for as long as the page is open.
 */
export function safeStorage(open: () => KeyStorage): KeyStorage {
  const refused = new Map<string, string>();
  return {
    getItem(key) {
      const value = refused.get(key);
      if (value !== undefined) return value;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      try {
        open().setItem(key, value);
        refused.delete(key);
      } catch {
        refused.set(key, value);
      }
    },
    removeItem(key) {
      refused.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // A value that cannot be written was never there.
      }
    },
  };
}

/**
 * Shared by all tabs, and kept when the browser closes. Opening it may throw, so it is opened
 * lazily.
 */
export const browserStorage = safeStorage(() => localStorage);

/** This tab's own storage, which ends with it. */
export const tabStorage = safeStorage(() => sessionStorage);
