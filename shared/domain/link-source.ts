/**
 * Pattern of the source in a link's address. The author of the link chooses it, and it is never
 * personal. It has letters, digits and a few other characters, so that it can be shown anywhere,
 * but no run of digits as long as a phone number and no "@".
 */
const LINK_SOURCE = /^(?!.*\d{7})[\p{L}\p{N}][\p{L}\p{M}\p{N} ._/-]{0,59}$/u;

export const isLinkSource = (text: string): boolean => LINK_SOURCE.test(text);

/** Parameters that mark links: `ref` alone, or those of marketing tools. */
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;
export const SOURCE_PARAMETERS: readonly string[] = ['ref', ...UTM];

/**
 * Returns the source named by a link; null when there is none or it is not acceptable. Several
 * `utm_` parameters form one source, in this order: `whatsapp / story / finale`.
 */
export function linkSourceOf(parameters: URLSearchParams): string | null {
  const textOf = (name: string) =>
    (parameters.get(name) ?? '').normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
  const source = textOf('ref') || UTM.map(textOf).filter(Boolean).join(' / ');
  return isLinkSource(source) ? source : null;
}
