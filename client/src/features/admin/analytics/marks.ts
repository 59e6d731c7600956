/**
 * The colours of bars and columns. Each has a contrast of 3:1 or more against the desk's white, and
 * against the other, so that they can be told apart without seeing colours; a test computes it.
 */
export const MARKS = { plum: '#4b2e83', ochre: '#cc7a00' } as const;
export type Mark = keyof typeof MARKS;

/** On a bar of plum. */
export const TEXT_ON_PLUM = '#ffffff';
