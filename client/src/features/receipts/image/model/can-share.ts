/** Whether the share sheet takes pictures here; it wants to see one to answer. */
export function canSharePictures(device: Pick<Navigator, 'canShare'> = navigator): boolean {
  const sample = new File([], 'receipt.png', { type: 'image/png' });
  return typeof device.canShare === 'function' && device.canShare({ files: [sample] });
}
