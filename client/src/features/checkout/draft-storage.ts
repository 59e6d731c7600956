import { tabStorage } from '../../lib/storage';

/** What the voter has filled in so far; lives as long as the tab, so that a reload loses nothing. */
const STORAGE_KEY = 'checkoutDraft';

export const readDraft = (): string | null => tabStorage.getItem(STORAGE_KEY);

export const writeDraft = (draft: string): void => tabStorage.setItem(STORAGE_KEY, draft);

/** Once paid: the next visit starts from the default votes again. */
export const forgetDraft = (): void => tabStorage.removeItem(STORAGE_KEY);
