/** Long enough for a phone to ask where to put the file. */
const DOWNLOAD_MS = 60_000;

/** Saves a file as if its link had been pressed. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
}

/** Whether the share sheet takes pictures here; it wants to see one to answer. */
export function canSharePictures(device: Pick<Navigator, 'canShare'> = navigator): boolean {
  const sample = new File([], 'receipt.png', { type: 'image/png' });
  return typeof device.canShare === 'function' && device.canShare({ files: [sample] });
}
