/**
 * The receipt is drawn twice: as a card on the page, and as the picture that is posted. Both are 9:16
 * and take their sizes from here, in hundredths of their width.
 */
export const RECEIPT = {
  /** Beside the texts. */
  side: 6,
  event: 4,
  intro: 4.2,
  total: 17,
  votesWord: 7,
  code: 6.2,
  entry: 3.7,
  /** How high the photograph goes out above its lower end. */
  fade: 48,
  /** So far the texts stand in it. */
  overlap: 6,
  gaps: { total: 2.4, votes: 3.4, code: 4, inCode: 3.4, entry: 2, foot: 4 },
} as const;

/** A long name is smaller, and takes more lines. */
export const receiptNameSize = (name: string): number => (name.length > 20 ? 8 : 10.5);

export interface VotesDensity {
  columns: 1 | 2;
  size: number;
  gap: number;
}

/** A receipt cannot grow, so many categories are set smaller. */
export function votesDensity(categories: number): VotesDensity {
  if (categories <= 4) return { columns: 1, size: 4.6, gap: 1.4 };
  if (categories <= 8) return { columns: 1, size: 3.9, gap: 0.8 };
  return { columns: 2, size: 3.3, gap: 0.6 };
}
