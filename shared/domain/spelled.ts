/** A code as a voice reads it letter by letter: one word to it otherwise. */
export const spelled = (code: string): string => Array.from(code).join(' ');
