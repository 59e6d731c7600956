import { expect, test, vi } from 'vitest';
import { syncEmail } from './email-sync';

test('an address is sent once, and again when it or the payment changes', async () => {
  const send = vi.fn(async () => {});
  const emails = syncEmail(send);
  await emails.push('p1', 'a@example.com');
  await emails.push('p1', 'a@example.com');
  await emails.push('p1', 'b@example.com');
  await emails.push('p2', 'b@example.com');
  expect(send.mock.calls).toEqual([
    ['p1', 'a@example.com'],
    ['p1', 'b@example.com'],
    ['p2', 'b@example.com'],
  ]);
});

test('an address sent with the session is not sent again', async () => {
  const send = vi.fn(async () => {});
  const emails = syncEmail(send);
  emails.note('p1', 'a@example.com');
  await emails.push('p1', 'a@example.com');
  expect(send).not.toHaveBeenCalled();
  emails.note('p1', null);
  await emails.push('p1', 'a@example.com');
  expect(send).toHaveBeenCalledOnce();
});

test('an address that did not arrive is sent again', async () => {
  const send = vi.fn().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(null);
  const emails = syncEmail(send);
  await expect(emails.push('p1', 'a@example.com')).rejects.toThrow('offline');
  await emails.push('p1', 'a@example.com');
  expect(send).toHaveBeenCalledTimes(2);
});

test('the server ends up with the address that was entered last', async () => {
  let stored: string | null = null;
  const inFlight: (() => void)[] = [];
  const emails = syncEmail(async (_paymentId, email) => {
    await new Promise<void>((arrive) => inFlight.push(arrive));
    stored = email;
  });
  const early = emails.push('p1', 'fan@example.co');
  const atSubmission = emails.push('p1', 'fan@example.com');
  let areSent = false;
  const sent = Promise.all([early, atSubmission]).then(() => {
    areSent = true;
  });
  // When both are in flight, the network delivers the later one first.
  while (!areSent) {
    await new Promise((resolve) => setTimeout(resolve));
    inFlight.pop()?.();
  }
  await sent;
  expect(stored).toBe('fan@example.com');
});

test('a lost request does not prevent the next address from being sent', async () => {
  const send = vi.fn().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(null);
  const emails = syncEmail(send);
  const early = emails.push('p1', 'fan@example.co');
  const atSubmission = emails.push('p1', 'fan@example.com');
  await expect(early).rejects.toThrow('offline');
  await atSubmission;
  expect(send).toHaveBeenLastCalledWith('p1', 'fan@example.com');
});
