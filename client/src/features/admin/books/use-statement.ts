import { useState } from 'react';
import { fileProblemOf, queryOfPlace, readTableFile } from '#client/features/admin/tables/index';
import { useAdminMutation } from '#client/features/auth/index';
import { call } from '#client/lib/api/request';
import {
  STATEMENT_MAX_BYTES,
  type StatementMapping,
  type StatementPreview,
} from '#shared/contracts/books';
import type { TablePlace } from '#shared/contracts/tables';
import { useRefreshBooks } from './use-book-actions';

interface ReadStatement {
  name: string;
  content: Blob;
  place: TablePlace;
  preview: StatementPreview;
  /** The first reading of the file, with the columns that were proposed. */
  proposal: StatementPreview;
  /** Time of the reading, which tells one from another. */
  readAt: number;
}

/** A file to read, or one that was read already, with another place of its table or mapping. */
interface Wanted {
  name: string;
  content: File | Blob;
  place: TablePlace;
  mapping: StatementMapping | null;
  proposal: StatementPreview | null;
}

export interface StatementOrder {
  mapping: StatementMapping;
  from: string;
  until: string;
}

/** Manages an upload, from choosing a file to comparing it. */
export function useStatement(provider: string) {
  const refresh = useRefreshBooks();
  /** Kept while the file is read again, and when that fails: the choices are not lost. */
  const [file, setFile] = useState<ReadStatement | null>(null);
  const reading = useAdminMutation({
    mutationFn: async (wanted: Wanted): Promise<ReadStatement> => {
      const { name, content, place, mapping } = wanted;
      const bytes =
        content instanceof File ? await readTableFile(content, STATEMENT_MAX_BYTES) : content;
      const query = new URLSearchParams({
        provider,
        ...queryOfPlace(place),
        ...(mapping && { mapping: JSON.stringify(mapping) }),
      });
      const preview = await call('POST /api/admin/statements/preview', { query, body: bytes });
      const proposal = wanted.proposal ?? preview;
      return { name, content: bytes, place, preview, proposal, readAt: Date.now() };
    },
    onSuccess: setFile,
  });
  const comparing = useAdminMutation({
    mutationFn: (order: StatementOrder & Pick<ReadStatement, 'content' | 'place'>) => {
      const { content, place, mapping, from, until } = order;
      const query = new URLSearchParams({
        provider,
        from,
        until,
        ...queryOfPlace(place),
        mapping: JSON.stringify(mapping),
      });
      return call('POST /api/admin/statements', { query, body: content });
    },
    onSuccess: ({ problems }) => (problems.length === 0 ? refresh() : undefined),
  });
  const read = (wanted: Wanted) => {
    comparing.reset();
    reading.mutate(wanted);
  };
  return {
    file,
    isReading: reading.isPending,
    fileProblem: reading.error && fileProblemOf(reading.error),
    choose(file: File) {
      setFile(null);
      read({ name: file.name, content: file, place: {}, mapping: null, proposal: null });
    },
    /** Reads the same file with another mapping, and adds it up again. */
    check(mapping: StatementMapping) {
      if (file) read({ ...file, mapping });
    },
    /** Reads another sheet of the same file, or other headings. */
    readFrom(place: TablePlace) {
      if (file) read({ ...file, place, mapping: null, proposal: null });
    },
    isComparing: comparing.isPending,
    hasFailed: comparing.isError,
    result: comparing.data ?? null,
    compare(order: StatementOrder) {
      if (file) comparing.mutate({ ...order, content: file.content, place: file.place });
    },
  };
}
