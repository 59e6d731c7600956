/** Where in the conversation: the greeting, MAIL FROM, RCPT TO, or the answer to the message. */
export type MailStage = 'greeting' | 'sender' | 'recipient' | 'message';

export type MailFault =
  /** 4xx: not now; 5xx: never. The text is sent after the code, such as `5.1.1 User unknown`. */
  | { kind: 'refuse'; at: MailStage; code: number; text?: string }
  /** The connection is held open and no answer ever comes. */
  | { kind: 'hang'; at: MailStage }
  /** The message is taken, and the connection breaks before that can be said. */
  | { kind: 'lose-answer'; at: 'message' };

/** Faults waiting for the next conversations, each stage in the order they were added. */
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
