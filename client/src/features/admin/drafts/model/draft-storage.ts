import { z } from 'zod';
import { tabStorage } from '#client/lib/browser/storage';

export interface StoredDraft<Draft> {
  /** Id of the edited entity; null for a new one. */
  id: string | null;
  draft: Draft;
  /** Version that the draft is based on, so that saving over a later one gets a 409. */
  version: number | null;
}

export interface DraftStorage<Draft> {
  save: (draft: StoredDraft<Draft>) => void;
  forget: (id: string | null) => void;
  find: (id: string | null) => StoredDraft<Draft> | null;
  /** In the order of their last change. */
  list: () => StoredDraft<Draft>[];
}

/**
 * Stores unsaved work, which survives a reload and a sign-in for as long as the tab is open.
 * @param key of all drafts of this kind in the tab's storage
 * @param draft schema that rejects drafts this version of the form does not understand
 */
export function draftStorage<Draft>(key: string, draft: z.ZodType<Draft>): DraftStorage<Draft> {
  const storedDraft = z.object({
    id: z.string().nullable(),
    draft,
    version: z.number().nullable(),
  });

  const list = (): StoredDraft<Draft>[] => {
    try {
      const values: unknown = JSON.parse(tabStorage.getItem(key) ?? '[]');
      return Array.isArray(values)
        ? values.flatMap((value) => storedDraft.safeParse(value).data ?? [])
        : [];
    } catch {
      return []; // Not written by this code.
    }
  };
  const others = (id: string | null) => list().filter((draft) => draft.id !== id);
  const write = (drafts: StoredDraft<Draft>[]) => {
    if (drafts.length === 0) tabStorage.removeItem(key);
    else tabStorage.setItem(key, JSON.stringify(drafts));
  };

  return {
    save: (draft) => write([...others(draft.id), draft]),
    forget: (id) => write(others(id)),
    find: (id) => list().find((draft) => draft.id === id) ?? null,
    list,
  };
}
