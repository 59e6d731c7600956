/**
 * Sizes of the receipt, which is drawn twice: as a card on the page, and as the picture for
 * sharing. Both are 9:16; sizes are in hundredths of the width.
 */
export const RECEIPT = {
  /** Margin beside the texts. */
  side: 6,
  event: 4,
  intro: 4.2,
  total: 17,
  votesWord: 7,
  code: 6.2,
  entry: 3.7,
  /** Height of the fade at the photograph's lower end. */
  fade: 48,
  /** How far the texts overlap the photograph. */
  overlap: 6,
  gaps: { total: 2.4, votes: 3.4, code: 4, inCode: 3.4, entry: 2, foot: 4 },
} as const;

/** Returns the font size of a name: a long name is smaller and takes more lines. */
export const receiptNameSize = (name: string): number => (name.length > 20 ? 8 : 10.5);

export interface VotesDensity {
  columns: 1 | 2;
  size: number;
  gap: number;
}

/** Returns how densely to set the categories: a receipt cannot grow. */
export function votesDensity(categories: number): VotesDensity {
  if (categories <= 4) return { columns: 1, size: 4.6, gap: 1.4 };
  if (categories <= 8) return { columns: 1, size: 3.9, gap: 0.8 };
  return { columns: 2, size: 3.3, gap: 0.6 };
}
