/** Result of handing one message to the mail server. */
export type Delivery =
  | { outcome: 'accepted' }
  /** This address will never work, so retries are pointless. */
  | { outcome: 'refused'; failure: string }
  /** This message failed for now; other messages may succeed. */
  | { outcome: 'deferred'; failure: string }
  /**
   * No message can be delivered at the moment. After a broken connection, the message may have been
   * accepted all the same.
   */
  | { outcome: 'unavailable'; failure: string };

/**
 * Interprets an error of nodemailer. Stores only codes, because the server's text quotes the
 * address.
 */
export function deliveryAfter(error: unknown): Exclude<Delivery, { outcome: 'accepted' }> {
  const { code, command, responseCode, response } = fieldsOf(error);
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})/.exec(response)?.[1] ?? '';
  const failure = [responseCode ?? code, enhanced, command].filter(Boolean).join(' ');
  // No server was contacted: the stored text is not an address.
  if (code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', failure };
  if (responseCode === null) return { outcome: 'unavailable', failure };
  switch (command) {
    case 'RCPT TO':
      return { outcome: isPermanent(responseCode, enhanced) ? 'refused' : 'deferred', failure };
    case 'DATA':
      return { outcome: isAboutAddress(enhanced) ? 'refused' : 'deferred', failure };
    default:
      // A problem with our sender, password or connection, not with this message.
      return { outcome: 'unavailable', failure };
  }
}

/**
 * True for a permanent failure. A 5.7 concerns us (relaying denied, a block list) and a site
 * operator can fix it; a 503 means that the commands were out of order.
 */
const isPermanent = (responseCode: number, enhanced: string) =>
  responseCode >= 500 && responseCode !== 503 && !enhanced.startsWith('5.7.');

/** Classes 1 and 2 of RFC 3463: the address, and its mailbox. */
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
