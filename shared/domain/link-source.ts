/**
 * Where a link was posted, as its own address says: the word of whoever made it, never a person's.
 * Letters, digits and a little more, so that it can be shown anywhere; no run of digits as long as a
 * phone number, and no sign of an e-mail address.
 */
const LINK_SOURCE = /^(?!.*\d{7})[\p{L}\p{N}][\p{L}\p{M}\p{N} ._/-]{0,59}$/u;

export const isLinkSource = (text: string): boolean => LINK_SOURCE.test(text);

/** What links are marked with: `ref` alone, or what marketing tools write. */
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;
export const SOURCE_PARAMETERS: readonly string[] = ['ref', ...UTM];

/**
 * What a link says of its source, null when it says nothing or nothing that can be kept. Several
 * `utm_` parameters are one source, in this order: `whatsapp / story / finale`.
 */
export function linkSourceOf(parameters: URLSearchParams): string | null {
  const textOf = (name: string) =>
    (parameters.get(name) ?? '').normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
  const source = textOf('ref') || UTM.map(textOf).filter(Boolean).join(' / ');
  return isLinkSource(source) ? source : null;
}
