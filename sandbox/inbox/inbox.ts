import { buffer } from 'node:stream/consumers';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { SandboxLogger } from '#sandbox/logger';
import { type MailFault, MailFaults, type MailStage } from './mail-faults';
import { type InboxMessage, readMessage } from './message';

const HOST = '127.0.0.1';
const MAX_MESSAGES = 100;
const MAX_MESSAGE_BYTES = 1_000_000;
/** How long a stop waits for open SMTP sessions, in ms. */
const CLOSE_MS = 100;

type Answer = (error?: Error | null) => void;

/** A mail server that accepts every mail, delivers none, and shows what it received. */
export class Inbox {
  readonly #logger: SandboxLogger;
  readonly #faults = new MailFaults();
  #messages: InboxMessage[] = [];
  #hung = 0;
  #server: SMTPServer | null = null;
  #port = 0;

  constructor(logger: SandboxLogger) {
    this.#logger = logger;
  }

  /** Starts to listen, on a free port the first time and on the same one after that. */
  async open(): Promise<void> {
    if (this.#server) return;
    // Imported here because a server that never rehearses does not need it.
    const { SMTPServer } = await import('smtp-server');
    const server = new SMTPServer({
      name: 'inbox.sandbox',
      banner: 'Sandbox inbox',
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      size: MAX_MESSAGE_BYTES,
      closeTimeout: CLOSE_MS,
      onConnect: (_session, answer) => this.#answer('greeting', answer),
      onMailFrom: (_address, _session, answer) => this.#answer('sender', answer),
      onRcptTo: (_address, _session, answer) => this.#answer('recipient', answer),
      onData: (stream, session, answer) => void this.#receive(stream, session, answer),
    });
    // A client that disconnects is not an error of the inbox.
    server.on('error', (error) => this.#logger.info({ err: error }, 'inbox: broken connection'));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject);
      server.listen(this.#port, HOST, resolve);
    });
    const address = server.server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
  }

  /** Address for sending mail; available once it has been opened. */
  get smtp(): { host: string; port: number } {
    return { host: HOST, port: this.#port };
  }

  /** Newest first. */
  messages(): readonly InboxMessage[] {
    return this.#messages;
  }

  find(id: string): InboxMessage | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  /** Adds a fault for the next SMTP sessions. */
  failNext(fault: MailFault, times = 1): void {
    this.#faults.add(fault, times);
  }

  /** Number of sessions that a fault has left without a response so far. */
  get hung(): number {
    return this.#hung;
  }

  /** Removes all messages and faults. */
  clear(): void {
    this.#messages = [];
    this.#faults.clear();
    this.#hung = 0;
  }

  /** Ends all sessions and stops listening; the messages stay. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  #answer(at: MailStage, answer: Answer): void {
    const fault = this.#faults.take(at);
    if (!fault) answer();
    else if (fault.kind === 'refuse') answer(refusal(fault));
    else this.#hung++;
  }

  async #receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    answer: Answer,
  ): Promise<void> {
    try {
      const raw = await buffer(stream);
      if (stream.sizeExceeded) {
        answer(refusal({ code: 552, text: '5.3.4 Message too big' }));
        return;
      }
      const fault = this.#faults.take('message');
      if (!fault || fault.kind === 'lose-answer') await this.#store(raw, session);
      if (!fault) answer();
      else if (fault.kind === 'refuse') answer(refusal(fault));
      else if (fault.kind === 'lose-answer') this.#disconnect(session);
      else this.#hung++;
    } catch (error) {
      this.#logger.warn({ err: error }, 'inbox: a message could not be read');
      answer(refusal({ code: 451, text: '4.3.0 Message could not be read' }));
    }
  }

  async #store(raw: Buffer, { envelope }: SMTPServerSession): Promise<void> {
    const recipients = envelope.rcptTo.map(({ address }) => address);
    const message = await readMessage(raw, recipients);
    this.#messages = [message, ...this.#messages].slice(0, MAX_MESSAGES);
  }

  #disconnect({ id }: SMTPServerSession): void {
    for (const connection of this.#server?.connections ?? []) {
      if (connection.id === id) connection.close();
    }
  }
}

const refusal = ({ code, text = 'Refused' }: { code: number; text?: string }): Error =>
  Object.assign(new Error(text), { responseCode: code });
