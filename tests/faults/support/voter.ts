import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { paymentStarted } from '../../../shared/contracts/payments';
import { aVoteFor, freshPhone } from '../../support/given';
import type { Answer, ServerProcess } from '../../support/server-process';

type MobileMoneyVote = ReturnType<typeof aMobileMoneyVote>;

/** A voter with a phone of their own, who presses the button once. */
export function aMobileMoneyVote(
  nominations: { id: string }[],
  { each = 2, phoneNumber = freshPhone() }: { each?: number; phoneNumber?: string } = {},
) {
  return { body: aVoteFor(nominations, { each, phoneNumber }), key: randomUUID() };
}

/** Sends a vote once. @returns null when no answer came */
export const send = (server: ServerProcess, { body, key }: MobileMoneyVote) =>
  server.request('POST', '/api/campay-payment', { headers: { 'Idempotency-Key': key }, body });

/**
 * Sends a vote as the browser does on a bad network: again, with the same key, until it is told
 * what became of it.
 */
export async function sendUntilAnswered(
  server: () => ServerProcess,
  vote: MobileMoneyVote,
): Promise<Answer> {
  for (;;) {
    const answer = await send(server(), vote);
    if (answer && answer.status < 500) return answer;
    while (!(await server().isReady())) await delay(20);
  }
}

export const paymentIdIn = (answer: Answer): string => paymentStarted.parse(answer.body).paymentId;

/** The poll of a voter who looks at the waiting screen. */
export const poll = (server: ServerProcess, paymentId: string) =>
  server.request('GET', `/api/payment/${paymentId}/status`);
