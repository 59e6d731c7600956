const LONGEST = 160;

/**
 * An error's words without data: what stands in quotation marks, addresses, e-mails and figures are
 * left out, so that failures of one kind read alike and nothing personal is kept.
 */
export const scrubbed = (message: string): string =>
  message
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|«[^»]*»/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\b(?:https?|blob|data):\S+/g, '…')
    .replace(/#?[0-9A-Za-z-]*\d[0-9A-Za-z-]*/g, '0')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
