export { cropToBox, drawJpeg } from './jpeg';
export { fade, mark } from './marks';
export { box, COLOURS, type Coloured, cup, placed, svgOf } from './shapes';
export { openFonts, type SetText, setText } from './text';
