import { encode } from 'uqr';

interface QrCode {
  /** The dark modules as an SVG path's `d`; a module is 1 wide. */
  d: string;
  /** Width of the whole code, with the quiet zone that cameras need. */
  size: number;
}

/** @param border the quiet zone: 4 modules by the standard, 2 on a plain background */
export function qrCode(text: string, border: number): QrCode {
  const { data, size } = encode(text, { border });
  const d = data.flatMap((row, y) =>
    runsOf(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`),
  );
  return { d: d.join(''), size };
}

/** Merges adjacent dark modules: drawn one by one, a fine line would show between them. */
function runsOf(row: readonly boolean[]): { x: number; width: number }[] {
  const runs: { x: number; width: number }[] = [];
  row.forEach((isDark, x) => {
    if (!isDark) return;
    const last = runs.at(-1);
    if (last && last.x + last.width === x) last.width += 1;
    else runs.push({ x, width: 1 });
  });
  return runs;
}
