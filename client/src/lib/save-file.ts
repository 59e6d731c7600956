/**
 * In ms: long enough for a phone to ask where to put the file; Safari also starts to read it late.
 */
const DOWNLOAD_MS = 60_000;

/** Makes the browser download a file, as if a link had been pressed. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
}

/** Returns the file name that the server gave the response. */
export function fileNameOf({ headers }: Response, fallback: string): string {
  const match = /filename="?([^";]+)/.exec(headers.get('Content-Disposition') ?? '');
  return match?.[1] ?? fallback;
}
