/** How the attempt to hand one message to the mail server ended. */
export type Delivery =
  | { outcome: 'accepted' }
  /** This address will never work: no use in trying again. */
  | { outcome: 'refused'; failure: string }
  /** This message not now; the next one may fare better. */
  | { outcome: 'deferred'; failure: string }
  /** Nothing can be handed over at the moment. After a cut connection the message may have been accepted all the same. */
  | { outcome: 'unavailable'; failure: string };

/**
 * Reads what nodemailer throws. What it keeps are codes: the server's own words quote the address.
 */
export function deliveryAfter(error: unknown): Exclude<Delivery, { outcome: 'accepted' }> {
  const { code, command, responseCode, response } = fieldsOf(error);
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})/.exec(response)?.[1] ?? '';
  const failure = [responseCode ?? code, enhanced, command].filter(Boolean).join(' ');
  // No server was asked, because the stored text is no address.
  if (code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', failure };
  if (responseCode === null) return { outcome: 'unavailable', failure };
  switch (command) {
    case 'RCPT TO':
      return { outcome: isLasting(responseCode, enhanced) ? 'refused' : 'deferred', failure };
    case 'DATA':
      return { outcome: isAboutAddress(enhanced) ? 'refused' : 'deferred', failure };
    default:
      // Our sender, password or connection: nothing this voter's message could help.
      return { outcome: 'unavailable', failure };
  }
}

/**
 * A 5.7 is about us (relaying denied, a block list) and an operator can mend it; a 503 says that the
 * conversation was out of step.
 */
const isLasting = (responseCode: number, enhanced: string) =>
  responseCode >= 500 && responseCode !== 503 && !enhanced.startsWith('5.7.');

/** Classes 1 and 2 of RFC 3463: the address, and the mailbox behind it. */
const isAboutAddress = (enhanced: string) => /^5\.[12]\./.test(enhanced);

function fieldsOf(error: unknown) {
  const fields: object = error instanceof Error ? error : {};
  return {
    code: 'code' in fields && typeof fields.code === 'string' ? fields.code : 'unknown',
    command: 'command' in fields && typeof fields.command === 'string' ? fields.command : '',
    response: 'response' in fields && typeof fields.response === 'string' ? fields.response : '',
    responseCode:
      'responseCode' in fields && typeof fields.responseCode === 'number'
        ? fields.responseCode
        : null,
  };
}
