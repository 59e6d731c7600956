/** Spells a code for screen readers, which would otherwise read it as one word. */
export const spelled = (code: string): string => Array.from(code).join(' ');
