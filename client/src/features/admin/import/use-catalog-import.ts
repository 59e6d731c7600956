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

/** Why an import that was asked for is not known to be done. */
export type SaveProblem = 'changed' | 'uncertain';

export type CatalogImport = ReturnType<typeof useCatalogImport>;

/** A refusal is an answer; anything else leaves open whether the import was carried out. */
const saveProblemOf = (error: Error): SaveProblem | null => {
  if (!(error instanceof ApiError)) return 'uncertain';
  if (error.status === 401) return null;
  return error.status < 500 ? 'changed' : 'uncertain';
};

/** From the choice of a file through its preview to the import. */
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
    // What the preview showed is carried out, all of it or nothing.
    mutationFn: ({ content, preview: { plan } }: CheckedFile) =>
      call('POST /api/admin/import', { query: new URLSearchParams({ plan }), body: content }),
    onSuccess: () => void refresh(),
    onError: (error, { name, content }) => {
      // The preview names what has changed.
      if (saveProblemOf(error) === 'changed') checking.mutate(new File([content], name));
    },
  });
  return {
    /** The file as chosen, from the moment it is. */
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
    /** Asks the server about the same file again. */
    checkAgain() {
      saving.reset();
      const { data, variables } = checking;
      if (data) checking.mutate(new File([data.content], data.name));
      else if (variables) checking.mutate(variables);
    },
    save: saving.mutate,
    /** Forgets the file, and what became of it. */
    startOver() {
      saving.reset();
      checking.reset();
    },
  };
}
