import type { TablePlace } from '#shared/contracts/tables';

/** Returns the parameters that say where in a file its table is. */
export const queryOfPlace = ({ sheet, headingsRow }: TablePlace): Record<string, string> => ({
  ...(sheet !== undefined && { sheet }),
  ...(headingsRow !== undefined && { headingsRow: String(headingsRow) }),
});
