/** Step of the SMTP session: the greeting, MAIL FROM, RCPT TO, or the response to the message. */
export type MailStage = 'greeting' | 'sender' | 'recipient' | 'message';

export type MailFault =
  /** 4xx: not now; 5xx: never. The text follows the code, such as `5.1.1 User unknown`. */
  | { kind: 'refuse'; at: MailStage; code: number; text?: string }
  /** The connection stays open without a response. */
  | { kind: 'hang'; at: MailStage }
  /** The message is accepted, and the connection breaks before the response. */
  | { kind: 'lose-answer'; at: 'message' };

/** Faults for the next SMTP sessions, each step's in the order they were added. */
export class MailFaults {
  #waiting: MailFault[] = [];

  add(fault: MailFault, times: number): void {
    this.#waiting.push(...Array.from({ length: times }, () => fault));
  }

  take(at: MailStage): MailFault | undefined {
    const index = this.#waiting.findIndex((fault) => fault.at === at);
    return index === -1 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  clear(): void {
    this.#waiting = [];
  }
}
