import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CardSession,
  cardSession,
  type MobileMoneyPaymentBody,
  paymentStarted,
} from '#shared/contracts/payments';
import { intentOf } from '../../support/card-voter';
import { aCardVoteFor, aVoteFor, freshPhone } from '../../support/given';
import type { Answer, ServerProcess } from '../../support/server-process';
import type { World } from './world';

interface MobileMoneyVote {
  path: string;
  body: MobileMoneyPaymentBody;
  idempotencyKey: string;
}

/** The request that a voter with their own phone is about to send. */
export function aMobileMoneyVote(
  { chosenVotes, provider }: World,
  nominations: { id: string }[],
  { each = 2, phoneNumber = freshPhone() }: { each?: number; phoneNumber?: string } = {},
): MobileMoneyVote {
  const body = aVoteFor(nominations, { each, phoneNumber });
  chosenVotes.set(phoneNumber, body.nominationVotes);
  return { path: `/api/${provider.name}-payment`, body, idempotencyKey: randomUUID() };
}

/** Sends a vote once. @returns null when there was no response */
export const send = (server: ServerProcess, { path, body, idempotencyKey }: MobileMoneyVote) =>
  server.request('POST', path, { headers: { 'Idempotency-Key': idempotencyKey }, body });

/**
 * Sends a vote as the browser does on a bad network: again, with the same key, until there is a
 * result.
 */
export const sendUntilAnswered = (server: () => ServerProcess, vote: MobileMoneyVote) =>
  untilAnswered(server, (current) => send(current, vote));

export const paymentIdIn = (answer: Answer): string => paymentStarted.parse(answer.body).paymentId;

/** The poll of a voter on the waiting screen. */
export const poll = (server: ServerProcess, paymentId: string) =>
  server.request('GET', `/api/payment/${paymentId}/status`);

/**
 * A browser that pays by card: keeps its cookie, and repeats requests until there is a response.
 */
export class CardVoter {
  readonly #world: World;
  readonly #server: () => ServerProcess;
  #cookie: string | null = null;

  constructor(world: World, server: () => ServerProcess = () => world.server) {
    this.#world = world;
    this.#server = server;
  }

  /** Sends the vote lines once. @returns null when there was no response */
  async offer(nominations: { id: string }[], each: number): Promise<Answer | null> {
    const body = aCardVoteFor(nominations, { each });
    const answer = await this.#request(
      this.#server(),
      'POST',
      '/api/create-payment-intent-multi',
      body,
    );
    const session = cardSession.safeParse(answer?.body).data;
    if (session) this.#world.chosenVotes.set(intentOf(session), body.nominationVotes);
    return answer;
  }

  offerUntilAnswered(nominations: { id: string }[], each: number): Promise<Answer> {
    return untilAnswered(this.#server, () => this.offer(nominations, each));
  }

  async start(nominations: { id: string }[], each = 2): Promise<CardSession> {
    return cardSession.parse((await this.offerUntilAnswered(nominations, each)).body);
  }

  attempt({ paymentId, revision }: CardSession): Promise<Answer | null> {
    const path = `/api/payment/${paymentId}/attempt`;
    return this.#request(this.#server(), 'PATCH', path, { revision });
  }

  attemptUntilAnswered(session: CardSession): Promise<Answer> {
    return untilAnswered(this.#server, () => this.attempt(session));
  }

  /** The form sends the card to the provider, bypassing our server. */
  async enter(session: CardSession, card: string): Promise<void> {
    await this.#world.stripe.confirm(intentOf(session), card);
  }

  confirm(session: CardSession): Promise<Answer | null> {
    const body = { paymentIntentId: intentOf(session) };
    return this.#request(this.#server(), 'POST', '/api/confirm-payment', body);
  }

  confirmUntilAnswered(session: CardSession): Promise<Answer> {
    return untilAnswered(this.#server, () => this.confirm(session));
  }

  async #request(server: ServerProcess, method: 'POST' | 'PATCH', path: string, body: object) {
    const headers: Record<string, string> = this.#cookie === null ? {} : { Cookie: this.#cookie };
    const answer = await server.request(method, path, { headers, body });
    const [cookie] = answer?.headers.getSetCookie() ?? [];
    if (cookie) this.#cookie = cookie.split(';')[0] ?? null;
    return answer;
  }
}

async function untilAnswered(
  server: () => ServerProcess,
  ask: (server: ServerProcess) => Promise<Answer | null>,
): Promise<Answer> {
  for (;;) {
    const answer = await ask(server());
    if (answer && answer.status < 500) return answer;
    while (!(await server().isReady())) await delay(50);
  }
}
