/**
 * Returns `<event>-<code>.jpg` in characters that every file system and chat application accepts.
 */
export function receiptFileName(eventTitle: string, receiptCode: string): string {
  const event = eventTitle
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${[event, receiptCode].filter(Boolean).join('-')}.jpg`;
}
