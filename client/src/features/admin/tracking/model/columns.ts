/** All columns of the table, in their order. */
export const COLUMN_IDS = [
  'id',
  'artist',
  'voteCount',
  'amount',
  'provider',
  'status',
  'created',
  'receipt',
  'email',
  'phone',
  'deviceTime',
  'ipAddress',
  'providerRef',
  'reason',
  'attemptedAt',
  'completedAt',
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

/** The payment's id opens it, so the column cannot be hidden. */
export const FIXED_COLUMN = 'id' satisfies ColumnId;

export interface TableLayout {
  shown: readonly ColumnId[];
  /** In pixels; columns not listed are as wide as their content. */
  widths: Readonly<Partial<Record<ColumnId, number>>>;
}

export const STANDARD_LAYOUT: TableLayout = {
  shown: ['id', 'artist', 'voteCount', 'amount', 'provider', 'status', 'created', 'receipt'],
  widths: {},
};

/** On a phone each payment has two lines: who and how much, then status, time and method. */
export const PHONE_LAYOUT: TableLayout = {
  shown: ['id', 'artist', 'amount', 'status', 'created', 'provider'],
  widths: {},
};

export const WIDTH = { min: 48, max: 640, step: 16 };

export const fittingWidth = (width: number): number =>
  Math.round(Math.min(WIDTH.max, Math.max(WIDTH.min, width)));

/**
 * Reads the layout stored in this browser, possibly by another release; the default when it is
 * invalid.
 */
export function readLayout(stored: unknown): TableLayout {
  if (typeof stored !== 'object' || stored === null) return STANDARD_LAYOUT;
  const { shown, widths } = stored as { shown?: unknown; widths?: unknown };
  if (!Array.isArray(shown)) return STANDARD_LAYOUT;
  const storedWidths = typeof widths === 'object' && widths !== null ? Object.entries(widths) : [];
  return {
    shown: COLUMN_IDS.filter((id) => id === FIXED_COLUMN || shown.includes(id)),
    widths: Object.fromEntries(
      storedWidths.flatMap(([name, width]) =>
        COLUMN_IDS.some((id) => id === name) && typeof width === 'number'
          ? [[name, fittingWidth(width)]]
          : [],
      ),
    ),
  };
}
