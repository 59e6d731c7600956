import { browserStorage, type KeyStorage, tabStorage } from '#client/lib/browser/storage';
import type { MobileMoneyPaymentBody } from '#shared/contracts/payments';
import { SUBMISSION_KEY } from '../../model/open-payment-keys';

/** A request for a mobile money payment that has no response yet. */
export interface Submission {
  /** The same for every retry: however often it arrives, it starts one payment. */
  key: string;
  /** Name of the provider in the configuration; part of the path. */
  provider: string;
  body: MobileMoneyPaymentBody;
  /** True when the voter wants the number filled in next time. */
  keepsNumber: boolean;
  /** The form as it was submitted. */
  draft: string | null;
}

/** The part that all tabs share; contains no data of the payer. */
interface SharedSubmission {
  key: string;
  artist: { id: string; name: string };
  /** When the voter pressed the button, in epoch ms. */
  pressedAt: number;
  /** When the request was last sent, in epoch ms. */
  sentAt: number;
}

export interface OpenSubmission extends SharedSubmission {
  /** The data for sending it again; null in every tab but the one where the button was pressed. */
  own: Submission | null;
}

/** Storage key of the data for sending; with the number and the address, they stay in the tab. */
const TAB_KEY = 'paymentSubmission';

/** 128 random bits; `crypto.randomUUID` is missing when the page is not served over HTTPS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Stores a request when the voter presses the button. A reload, and every other tab, finds it. */
export function beginSubmission(
  submission: Omit<Submission, 'key'>,
  artist: SharedSubmission['artist'],
): void {
  const key = randomKey();
  const now = Date.now();
  tabStorage.setItem(TAB_KEY, JSON.stringify({ key, ...submission }));
  share({ key, artist: { id: artist.id, name: artist.name }, pressedAt: now, sentAt: now });
}

const share = (shared: SharedSubmission): void =>
  browserStorage.setItem(SUBMISSION_KEY, JSON.stringify(shared));

/** Returns the pending request of this browser, if any. */
export function openSubmission(): OpenSubmission | null {
  const shared = stored<SharedSubmission>(browserStorage, SUBMISSION_KEY);
  const tabSubmission = stored<Submission>(tabStorage, TAB_KEY);
  const own = tabSubmission?.body && tabSubmission.key === shared?.key ? tabSubmission : null;
  // Another tab has settled it: the payer's data is deleted here.
  if (tabSubmission && !own) tabStorage.removeItem(TAB_KEY);
  if (!shared || typeof shared.artist?.id !== 'string') return null;
  const { key, artist, pressedAt = 0, sentAt = 0 } = shared;
  return { key, artist, pressedAt, sentAt, own };
}

/**
 * Returns the stored value with a key; null for anything else, such as data of an earlier release.
 */
function stored<T extends { key: string }>(storage: KeyStorage, name: string): T | null {
  try {
    const found = JSON.parse(storage.getItem(name) ?? 'null');
    return typeof found?.key === 'string' ? found : null;
  } catch {
    return null;
  }
}

/** Must be called before the request is sent. @returns false when another tab has settled it */
export function noteSent(key: string): boolean {
  const shared = stored<SharedSubmission>(browserStorage, SUBMISSION_KEY);
  if (shared?.key !== key) return false;
  share({ ...shared, sentAt: Date.now() });
  return true;
}

/** Removes the request: the server has given a final response, or never will. */
export function settleSubmission(key: string): void {
  for (const [storage, name] of [
    [browserStorage, SUBMISSION_KEY],
    [tabStorage, TAB_KEY],
  ] as const) {
    if (stored(storage, name)?.key === key) storage.removeItem(name);
  }
}

/** Calls back when another tab begins or settles a request. */
export function onSubmissionChange(onChange: (isOpen: boolean) => void): () => void {
  const listener = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== SUBMISSION_KEY) return;
    if ((oldValue === null) !== (newValue === null)) onChange(newValue !== null);
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
