import { ApiError } from '#client/lib/api';
import { RecordCounter } from './count-records';

interface PaymentsFile {
  name: string;
  content: Blob;
  records: number;
}

/**
 * Has the server write all payments that match into a file.
 * @throws ApiError for any non-OK answer; TypeError when the network fails, half-way too
 */
export async function fetchPaymentsFile(filters: URLSearchParams): Promise<PaymentsFile> {
  const response = await fetch(`/api/admin/payments.csv?${filters}`, { credentials: 'include' });
  if (!response.ok) {
    throw new ApiError(response.status, (await response.text()) || response.statusText);
  }
  const counter = new RecordCounter();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    counter.add(read.value);
    parts.push(read.value);
  }
  const named = /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '');
  return {
    name: named?.[1] ?? 'voter-tracking.csv',
    content: new Blob(parts, { type: 'text/csv' }),
    records: counter.records,
  };
}

/** Hands a file to the browser, which saves it where the administrator keeps such files. */
export function saveFile({ name, content }: Pick<PaymentsFile, 'name' | 'content'>): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Not at once: Safari begins to read it only now.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
