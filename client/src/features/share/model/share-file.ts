import { isDismissal } from './share-link';

/** Whether the share sheet takes such files here; it wants to see one to answer. */
export function canShareFiles(name: string, type: string): boolean {
  const sample = new File([], name, { type });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [sample] });
}

/**
 * Opens the share sheet with a file, and what is to be written beside it. To whom it went, if to
 * anybody, is their own business.
 * @throws what the share sheet throws, unless somebody has closed it
 */
export async function shareFile(file: File, text?: string): Promise<void> {
  try {
    await navigator.share({ files: [file], ...(text && { text }) });
  } catch (error) {
    if (!isDismissal(error)) throw error;
  }
}
