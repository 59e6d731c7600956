import { randomUUID } from 'node:crypto';

interface Mailbox {
  /** Empty for none. */
  name: string;
  address: string;
}

/** A message as it came, and as a mail program reads it. */
export interface InboxMessage {
  /** Ours, for the address of its page. */
  id: string;
  receivedAt: Date;
  /** Whom the server was told to bring it to, whatever its headers say. */
  recipients: readonly string[];
  from: Mailbox;
  to: readonly Mailbox[];
  subject: string;
  /** With angle brackets. */
  messageId: string;
  headers: readonly { name: string; value: string }[];
  text: string;
  html: string;
  attachments: readonly { name: string; type: string; content: Buffer }[];
  raw: Buffer;
}

const NOBODY: Mailbox = { name: '', address: '' };

export async function readMessage(
  raw: Buffer,
  recipients: readonly string[],
): Promise<InboxMessage> {
  // Here and not above: production has no such package.
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(raw);
  return {
    id: randomUUID(),
    receivedAt: new Date(),
    recipients,
    from: mailboxesOf(email.from)[0] ?? NOBODY,
    to: (email.to ?? []).flatMap(mailboxesOf),
    subject: email.subject ?? '',
    messageId: email.messageId ?? '',
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text: email.text ?? '',
    html: email.html ?? '',
    attachments: email.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      content: Buffer.from(typeof content === 'string' ? content : new Uint8Array(content)),
    })),
    raw,
  };
}

interface Address {
  name: string;
  address?: string | undefined;
  group?: readonly Mailbox[] | undefined;
}

/** An address is a mailbox or a named group of them. */
const mailboxesOf = (one: Address | undefined): readonly Mailbox[] => {
  if (!one) return [];
  return one.address === undefined ? (one.group ?? []) : [{ name: one.name, address: one.address }];
};
