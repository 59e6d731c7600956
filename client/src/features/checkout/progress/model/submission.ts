import { browserStorage, type KeyStorage, tabStorage } from '#client/lib/browser/storage';
import type { MobileMoneyPaymentBody } from '#shared/contracts/payments';
import { SUBMISSION_KEY } from '../../model/under-way';

/** A request for a mobile money payment whose answer is not there yet. */
export interface Submission {
  /** The same for every repeat: however often it arrives, it starts one payment. */
  key: string;
  /** As the configuration names it; part of the path. */
  provider: string;
  body: MobileMoneyPaymentBody;
  /** Whether the voter wants to find the number filled in next time. */
  keepsNumber: boolean;
  /** The form as it was sent. */
  draft: string | null;
}

/** What every tab knows of it: nothing of the payer. */
interface SharedSubmission {
  key: string;
  artist: { id: string; name: string };
  /** When the voter pressed the button, in epoch ms. */
  pressedAt: number;
  /** When the request was sent last, in epoch ms. */
  sentAt: number;
}

export interface OpenSubmission extends SharedSubmission {
  /** What it takes to send it again; null in every tab but the one where the button was pressed. */
  own: Submission | null;
}

/** With the number and the address that it holds it stays in the tab. */
const TAB_KEY = 'paymentSubmission';

/** 128 random bits; `crypto.randomUUID` is missing where the page is not served over HTTPS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** The voter has pressed the button. A reload, and every other tab, finds what was sent. */
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

/** The one that is open in this browser, if any. */
export function openSubmission(): OpenSubmission | null {
  const shared = stored<SharedSubmission>(browserStorage, SUBMISSION_KEY);
  const kept = stored<Submission>(tabStorage, TAB_KEY);
  const own = kept?.body && kept.key === shared?.key ? kept : null;
  // Another tab has settled it: nothing of its payer stays here.
  if (kept && !own) tabStorage.removeItem(TAB_KEY);
  if (!shared || typeof shared.artist?.id !== 'string') return null;
  const { key, artist, pressedAt = 0, sentAt = 0 } = shared;
  return { key, artist, pressedAt, sentAt, own };
}

/** What is stored there with a key; null for anything else, such as what an earlier release has left. */
function stored<T extends { key: string }>(storage: KeyStorage, name: string): T | null {
  try {
    const found = JSON.parse(storage.getItem(name) ?? 'null');
    return typeof found?.key === 'string' ? found : null;
  } catch {
    return null;
  }
}

/** To be noted before it is sent. @returns false when another tab has settled it meanwhile */
export function noteSent(key: string): boolean {
  const shared = stored<SharedSubmission>(browserStorage, SUBMISSION_KEY);
  if (shared?.key !== key) return false;
  share({ ...shared, sentAt: Date.now() });
  return true;
}

/** The server has given a final answer, or will never have one to give. */
export function settleSubmission(key: string): void {
  for (const [storage, name] of [
    [browserStorage, SUBMISSION_KEY],
    [tabStorage, TAB_KEY],
  ] as const) {
    if (stored(storage, name)?.key === key) storage.removeItem(name);
  }
}

/** Calls back when another tab begins or settles one. */
export function onSubmissionChange(onChange: (isOpen: boolean) => void): () => void {
  const listener = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== SUBMISSION_KEY) return;
    if ((oldValue === null) !== (newValue === null)) onChange(newValue !== null);
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
