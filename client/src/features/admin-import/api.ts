import type { ImportPreview, ImportResult } from '#shared/contracts/catalog-import';
import { ApiError } from '../../lib/api/request';

/** @throws ApiError; TypeError when the network fails */
export const previewFile = (content: Blob): Promise<ImportPreview> => send('/preview', content);

/**
 * Carries out what the preview showed, all of it or nothing.
 * @throws as `previewFile`
 */
export const importFile = (content: Blob, plan: string): Promise<ImportResult> =>
  send(`?${new URLSearchParams({ plan })}`, content);

async function send<Answer>(path: string, content: Blob): Promise<Answer> {
  const response = await fetch(`/api/admin/import${path}`, {
    method: 'POST',
    credentials: 'include',
    headers: { Accept: 'application/json', 'Content-Type': 'text/csv' },
    body: content,
  });
  if (!response.ok) {
    throw new ApiError(response.status, (await response.text()) || response.statusText);
  }
  return response.json();
}
