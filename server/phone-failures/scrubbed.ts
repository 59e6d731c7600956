const LONGEST = 160;

/**
 * Removes data from an error's message: quotations, addresses, e-mails and figures, so that
 * failures of one kind are equal and nothing personal is stored.
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
