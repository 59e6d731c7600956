import { useState } from 'react';
import { useRefreshCatalog } from '#client/features/admin/shell/index';
import { fileProblemOf, queryOfPlace, readTableFile } from '#client/features/admin/tables/index';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import type { ImportPreview } from '#shared/contracts/catalog-import';
import { IMPORT_MAX_BYTES } from '#shared/domain/catalog-import';
import { type Choices, NO_CHOICES } from './model/choices';

export interface CheckedFile {
  name: string;
  content: Blob;
  choices: Choices;
  preview: ImportPreview;
}

type WantedFile = Pick<CheckedFile, 'name' | 'choices'> & { content: File | Blob };

/** Why a requested import is not known to have succeeded. */
export type SaveProblem = 'changed' | 'uncertain';

export type CatalogImport = ReturnType<typeof useCatalogImport>;

/**
 * A rejection is definite; after any other error the import may or may not have been carried out.
 */
const saveProblemOf = (error: Error): SaveProblem | null => {
  if (!(error instanceof ApiError)) return 'uncertain';
  if (error.status === 401) return null;
  return error.status < 500 ? 'changed' : 'uncertain';
};

function queryOf(choices: Choices): URLSearchParams {
  const { place, columns, categories, leaveOut, keepsFirst, leavesOutPictures } = choices;
  return new URLSearchParams({
    ...queryOfPlace(place),
    ...(columns && { columns: JSON.stringify(columns) }),
    ...(categories.size > 0 && { categories: JSON.stringify(Object.fromEntries(categories)) }),
    ...(leaveOut.length > 0 && { leaveOut: JSON.stringify(leaveOut) }),
    ...(keepsFirst && { keepFirst: 'yes' }),
    ...(leavesOutPictures && { leaveOutPictures: 'yes' }),
  });
}

/** Manages an import, from choosing a file through its preview to saving. */
export function useCatalogImport() {
  const refresh = useRefreshCatalog();
  /** Kept while the file is checked again, and when that fails: other choices can be made. */
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const checking = useAdminMutation({
    mutationFn: async ({ name, content, choices }: WantedFile): Promise<CheckedFile> => {
      const bytes =
        content instanceof File ? await readTableFile(content, IMPORT_MAX_BYTES) : content;
      const query = queryOf(choices);
      const preview = await call('POST /api/admin/import/preview', { query, body: bytes });
      return { name, content: bytes, choices, preview };
    },
    onSuccess: setChecked,
  });
  const saving = useAdminMutation({
    // Exactly what the preview showed is imported, all of it or nothing.
    mutationFn: ({ content, choices, preview: { plan } }: CheckedFile) => {
      const query = queryOf(choices);
      query.set('plan', plan);
      return call('POST /api/admin/import', { query, body: content });
    },
    onSuccess: () => void refresh(),
    onError: (error, checked) => {
      // The new preview names what has changed.
      if (saveProblemOf(error) === 'changed') checking.mutate(checked);
    },
  });
  const check = (file: WantedFile) => {
    saving.reset();
    checking.mutate(file);
  };
  return {
    /** Name of the file, from the moment it is chosen. */
    fileName: checking.variables?.name ?? null,
    checked,
    isChecking: checking.isPending,
    fileProblem: checking.error && fileProblemOf(checking.error),
    isSaving: saving.isPending,
    saveProblem: saving.error && saveProblemOf(saving.error),
    result: saving.data ?? null,
    choose(file: File) {
      setChecked(null);
      check({ name: file.name, content: file, choices: NO_CHOICES });
    },
    /** Sends the same file to be checked again, with further choices if there are any. */
    checkAgain(choices: Partial<Choices> = {}) {
      const last = checked ?? checking.variables;
      if (last) check({ ...last, choices: { ...last.choices, ...choices } });
    },
    save: saving.mutate,
    /** Resets to the state without a file. */
    startOver() {
      setChecked(null);
      saving.reset();
      checking.reset();
    },
  };
}
