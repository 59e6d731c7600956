import type { Picture } from './picture';

const COLUMNS_REM = 15;
/** A bar with its name above it. */
const ROW_REM = 3;
export const FIRST_NAME_REM = 0.5;

/** Known before the charting library is: what stands below a picture never moves. */
export const heightOf = (picture: Picture): string =>
  picture.kind === 'columns'
    ? `${COLUMNS_REM}rem`
    : `${picture.rows.length * ROW_REM + FIRST_NAME_REM}rem`;
