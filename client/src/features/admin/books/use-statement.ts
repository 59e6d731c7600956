import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import type { StatementMapping, StatementPreview } from '#shared/contracts/books';
import { useRefreshBooks } from './use-book-actions';

interface ChosenFile {
  name: string;
  content: Blob;
  preview: StatementPreview;
}

/** Reads the file at once: another program may change it before it is finally submitted. */
async function readFile(file: File): Promise<Blob> {
  return new Blob([await file.arrayBuffer()], { type: 'text/csv' });
}

export interface StatementOrder {
  mapping: StatementMapping;
  from: string;
  until: string;
}

const FILE_PROBLEMS = [
  'import-empty',
  'import-spreadsheet',
  'import-not-text',
  'import-too-many-rows',
] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number] | 'too-large' | 'not-read';

function fileProblemOf(error: Error): FileProblem {
  if (!(error instanceof ApiError)) return 'not-read';
  if (error.code === 'too-large') return 'too-large';
  return FILE_PROBLEMS.find((code) => code === error.code) ?? 'not-read';
}

/** Manages an upload, from choosing a file to comparing it. */
export function useStatement(provider: string) {
  const refresh = useRefreshBooks();
  const choosing = useAdminMutation({
    mutationFn: async (file: File): Promise<ChosenFile> => {
      const content = await readFile(file);
      const query = new URLSearchParams({ provider });
      const preview = await call('POST /api/admin/statements/preview', { query, body: content });
      return { name: file.name, content, preview };
    },
  });
  const comparing = useAdminMutation({
    mutationFn: ({ content, mapping, from, until }: StatementOrder & { content: Blob }) => {
      const query = new URLSearchParams({
        provider,
        from,
        until,
        mapping: JSON.stringify(mapping),
      });
      return call('POST /api/admin/statements', { query, body: content });
    },
    onSuccess: ({ problems }) => (problems.length === 0 ? refresh() : undefined),
  });
  return {
    file: choosing.data ?? null,
    isReading: choosing.isPending,
    fileProblem: choosing.error ? fileProblemOf(choosing.error) : null,
    choose(file: File) {
      comparing.reset();
      choosing.mutate(file);
    },
    isComparing: comparing.isPending,
    hasFailed: comparing.isError,
    result: comparing.data ?? null,
    compare(order: StatementOrder) {
      if (choosing.data) comparing.mutate({ ...order, content: choosing.data.content });
    },
  };
}
