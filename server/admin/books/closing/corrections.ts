import type { ClosingFigures, Correction } from '#shared/contracts/books';

/** Figures of a closing by provider and currency, in reading order. */
export const LINE_FIGURES = [
  'payments',
  'taken',
  'refunded',
  'disputed',
  'partlyReturned',
  'votes',
  'asked',
  'difference',
] as const;
const FEE_FIGURES = ['fee', 'net'] as const;

type About = Pick<Correction, 'provider' | 'currency' | 'category'>;
type Figures = Partial<Record<Correction['figure'], number>>;

/**
 * Returns the changes since the books were closed: a closing itself is never edited. Categories are
 * matched by id; if either side has no ids, all categories of one name are added up.
 */
export function correctionsBetween(closed: ClosingFigures, now: ClosingFigures): Correction[] {
  const haveIds = [closed, now].every(({ votesByCategory }) =>
    votesByCategory.every(({ id }) => id),
  );
  const before = figuresOf(closed, haveIds);
  const after = figuresOf(now, haveIds);
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const about = is?.about ?? was?.about;
    const names = is?.names ?? was?.names ?? [];
    if (!about) return [];
    return names.flatMap((figure): Correction[] => {
      const values = { closed: was?.figures[figure] ?? 0, now: is?.figures[figure] ?? 0 };
      return values.closed === values.now ? [] : [{ ...about, figure, ...values }];
    });
  });
}

interface FigureGroup {
  about: About;
  names: readonly Correction['figure'][];
  figures: Figures;
}

function figuresOf(
  { lines, fees, votesByCategory }: ClosingFigures,
  haveIds: boolean,
): Map<string, FigureGroup> {
  const groups = new Map<string, FigureGroup>();
  for (const line of lines) {
    const { provider, currency } = line;
    const about = { provider, currency, category: null };
    groups.set(`line ${provider} ${currency}`, { about, names: LINE_FIGURES, figures: line });
  }
  for (const sum of fees) {
    const { provider, currency } = sum;
    const about = { provider, currency, category: null };
    groups.set(`fee ${provider} ${currency}`, { about, names: FEE_FIGURES, figures: sum });
  }
  for (const { id, name, nameFr, votes } of votesByCategory) {
    const categoryId = haveIds && id ? id : null;
    const key = `category ${categoryId ?? name}`;
    const about = { provider: null, currency: null, category: { id: categoryId, name, nameFr } };
    const sum = votes + (groups.get(key)?.figures.votes ?? 0);
    groups.set(key, { about, names: ['votes'], figures: { votes: sum } });
  }
  return groups;
}
