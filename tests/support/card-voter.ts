import request from 'supertest';
import type { CardPaymentBody, CardSession } from '#shared/contracts/payments';
import type { TestApp } from './app';
import { aCardVoteFor } from './given';

/** Stripe's published test cards. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  lacksFunds: '4000000000009995',
  stolen: '4000000000009979',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  processing: '4000000000000119',
  asks: '4000002760003184',
  asksIfWanted: '4000000000003055',
  asksThenLacksFunds: '4000008260003178',
  disputed: '4000000000000259',
} as const;

export const intentOf = ({ clientSecret }: CardSession): string =>
  clientSecret.slice(0, clientSecret.indexOf('_secret_'));

/** A browser: keeps its session's cookie, and submits cards the way Stripe.js does. */
export function aCardVoter(app: TestApp) {
  const http = request.agent(app.url);
  return {
    http,

    send: (body: CardPaymentBody) => http.post('/api/create-payment-intent-multi').send(body),

    /** Requests the server's session for these votes: new, changed or unchanged. */
    async start(voted: { id: string }[], changes: Parameters<typeof aCardVoteFor>[1] = {}) {
      const { body } = await this.send(aCardVoteFor(voted, changes)).expect(200);
      return body as CardSession;
    },

    attempt: ({ paymentId, revision }: Pick<CardSession, 'paymentId' | 'revision'>) =>
      http.patch(`/api/payment/${paymentId}/attempt`).send({ revision }),

    enter: (session: CardSession, card: string = CARDS.good) =>
      app.stripe.confirm(intentOf(session), card),

    confirm: (session: CardSession) =>
      http.post('/api/confirm-payment').send({ paymentIntentId: intentOf(session) }),

    /** Everything up to the charge of the card, of which the server has not been notified. */
    async charge(
      voted: { id: string }[],
      { card = CARDS.good, each = 2 }: { card?: string; each?: number } = {},
    ) {
      const session = await this.start(voted, { each });
      await this.attempt(session).expect(200);
      await this.enter(session, card);
      return session;
    },

    async pay(voted: { id: string }[], options: { card?: string; each?: number } = {}) {
      const session = await this.charge(voted, options);
      await this.confirm(session).expect(200);
      return session;
    },
  };
}
