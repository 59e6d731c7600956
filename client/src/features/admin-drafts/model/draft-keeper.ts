import { tabStorage } from '#client/lib/storage';

export interface KeptDraft<Draft> {
  /** Of what is edited; null for what is being created. */
  id: string | null;
  draft: Draft;
  /** Version of what it was made from, so that saving over a later one is answered with 409. */
  version: number | null;
}

export interface DraftKeeper<Draft> {
  keep: (kept: KeptDraft<Draft>) => void;
  forget: (id: string | null) => void;
  find: (id: string | null) => KeptDraft<Draft> | null;
  /** In the order in which they were last written to. */
  list: () => KeptDraft<Draft>[];
}

const isIdOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

const isVersion = (value: unknown): value is number | null =>
  value === null || typeof value === 'number';

/**
 * Unsaved work outlives a reload and a sign-in, for as long as the tab is open.
 * @param key of all drafts of this kind in the tab's storage
 * @param isDraft refuses what this version of the form does not understand
 */
export function draftKeeper<Draft>(
  key: string,
  isDraft: (value: unknown) => value is Draft,
): DraftKeeper<Draft> {
  const isKept = (value: unknown): value is KeptDraft<Draft> =>
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    isIdOrNull(value.id) &&
    'version' in value &&
    isVersion(value.version) &&
    'draft' in value &&
    isDraft(value.draft);

  const list = (): KeptDraft<Draft>[] => {
    try {
      const values: unknown = JSON.parse(tabStorage.getItem(key) ?? '[]');
      return Array.isArray(values) ? values.filter(isKept) : [];
    } catch {
      return []; // not ours
    }
  };
  const others = (id: string | null) => list().filter((kept) => kept.id !== id);
  const write = (drafts: KeptDraft<Draft>[]) => {
    if (drafts.length === 0) tabStorage.removeItem(key);
    else tabStorage.setItem(key, JSON.stringify(drafts));
  };

  return {
    keep: (kept) => write([...others(kept.id), kept]),
    forget: (id) => write(others(id)),
    find: (id) => list().find((kept) => kept.id === id) ?? null,
    list,
  };
}

/** Whether all of these stand in it, as texts. */
export const hasTexts = <Key extends string>(
  value: unknown,
  keys: readonly Key[],
): value is Record<Key, string> =>
  typeof value === 'object' &&
  value !== null &&
  keys.every((key) => typeof Reflect.get(value, key) === 'string');
