import { type Language, localized } from './localized';

interface VotedCategory {
  categoryName: string;
  categoryNameFr: string | null;
  otherArtist?: { name: string } | undefined;
}

/** Returns what a line of a receipt is for: the category, and the artist if it is another one. */
export function votedFor(language: Language, line: VotedCategory): string {
  const category = localized(language, line.categoryName, line.categoryNameFr);
  return line.otherArtist ? `${category} – ${line.otherArtist.name}` : category;
}
