import { useRefreshCatalog } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import type { ImportPreview } from '#shared/contracts/catalog-import';
import { fileProblemOf, readFile } from './model/file-problem';

interface CheckedFile {
  name: string;
  content: Blob;
  preview: ImportPreview;
}

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

/** Manages an import, from choosing a file through its preview to saving. */
export function useCatalogImport() {
  const refresh = useRefreshCatalog();
  const checking = useAdminMutation({
    mutationFn: async (file: File): Promise<CheckedFile> => {
      const content = await readFile(file);
      const preview = await call('POST /api/admin/import/preview', { body: content });
      return { name: file.name, content, preview };
    },
  });
  const saving = useAdminMutation({
    // Exactly what the preview showed is imported, all of it or nothing.
    mutationFn: ({ content, preview: { plan } }: CheckedFile) =>
      call('POST /api/admin/import', { query: new URLSearchParams({ plan }), body: content }),
    onSuccess: () => void refresh(),
    onError: (error, { name, content }) => {
      // The new preview names what has changed.
      if (saveProblemOf(error) === 'changed') checking.mutate(new File([content], name));
    },
  });
  return {
    /** Name of the file, from the moment it is chosen. */
    fileName: checking.variables?.name ?? null,
    checked: checking.data ?? null,
    isChecking: checking.isPending,
    fileProblem: checking.error && fileProblemOf(checking.error),
    isSaving: saving.isPending,
    saveProblem: saving.error && saveProblemOf(saving.error),
    result: saving.data ?? null,
    choose(file: File) {
      saving.reset();
      checking.mutate(file);
    },
    /** Sends the same file to be checked again. */
    checkAgain() {
      saving.reset();
      const { data, variables } = checking;
      if (data) checking.mutate(new File([data.content], data.name));
      else if (variables) checking.mutate(variables);
    },
    save: saving.mutate,
    /** Resets to the state without a file. */
    startOver() {
      saving.reset();
      checking.reset();
    },
  };
}
