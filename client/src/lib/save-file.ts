/** Long enough for a phone to ask where to put the file; Safari begins to read it late as well. */
const DOWNLOAD_MS = 60_000;

/** Hands a file to the browser, which saves it as if its link had been pressed. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
}

/** What the server calls the file of its answer. */
export function fileNameOf({ headers }: Response, otherwise: string): string {
  const named = /filename="?([^";]+)/.exec(headers.get('Content-Disposition') ?? '');
  return named?.[1] ?? otherwise;
}
