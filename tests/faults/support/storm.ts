import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Fault } from '#sandbox/faults';
import type { Sandbox } from '#sandbox/index';
import { cardSession } from '#shared/contracts/payments';
import type { VoteLine } from '#shared/domain/votes';
import { paymentFlags, payments, paymentVotes, providerSweeps } from '#shared/schema';
import { CARDS } from '../../support/card-voter';
import { aVoteFor, freshPhone } from '../../support/given';
import type { ServerProcess } from '../../support/server-process';
import { CAMPAY, FAPSHI, MTN_MOMO, PAWAPAY, type Provider } from './mobile-money';
import type { randomChoices } from './random';
import { CardVoter, paymentIdIn, poll, send } from './voter';
import type { World } from './world';

/**
 * A storm over all providers: payments are made while everything goes wrong that can, chosen
 * at random. Finally our books are compared with those of the providers, which are authoritative.
 */

export const STORM_PROVIDERS = [CAMPAY, FAPSHI, MTN_MOMO, PAWAPAY];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Chance = ReturnType<typeof randomChoices>;

/** The internals of a mobile money provider, whatever its protocol. */
interface Wallet {
  transactions(): (object & { reference: string; number: string; status: string })[];
  approve(reference: string): Promise<void>;
  decline(reference: string): Promise<void>;
  payLate(reference: string): Promise<void>;
  failLate(reference: string): Promise<void>;
  sendWebhook(reference: string, changes: { fields: Record<string, string> }): Promise<unknown>;
  misreport(reference: string, fields: Record<string, string | number>): void;
  switchesFor(payment: { reference: string }): { reportFields: object };
  failNext(endpoint: string, fault: Fault): void;
}

type Act = () => Promise<unknown>;

/** Everything committed between the two calls is lost with the second. */
export interface Loss {
  begin(): Promise<void>;
  end(): Promise<void>;
}

type NamedFault = [name: string, fault: Fault];

/** Response bodies of a provider for calls that fail, or seem to. */
const unusable = (takesEffect: boolean): [NamedFault, ...NamedFault[]] => [
  ['500 in JSON', { kind: 'answer', status: 500, body: { message: 'Oops' }, takesEffect }],
  ['503 in JSON', { kind: 'answer', status: 503, body: { message: 'upstream' }, takesEffect }],
  ['502 in HTML', { kind: 'html', status: 502, takesEffect }],
  ['200 in HTML', { kind: 'html', status: 200, takesEffect }],
  ['429', { kind: 'answer', status: 429, body: { message: 'Too many requests' } }],
  ['another shape', { kind: 'answer', status: 200, body: { result: 'ok' }, takesEffect }],
  ['cut off', { kind: 'cut', takesEffect }],
  ['half a body', { kind: 'half-body' }],
];

/** No response, and responses without content. */
const SILENT: readonly [NamedFault, ...NamedFault[]] = [
  ['502 in HTML', { kind: 'html', status: 502 }],
  ['503 in JSON', { kind: 'answer', status: 503, body: { message: 'upstream' } }],
  ['cut off', { kind: 'cut' }],
  ['half a body', { kind: 'half-body' }],
];
const ODD: readonly [NamedFault, ...NamedFault[]] = [
  ['500 in JSON', { kind: 'answer', status: 500, body: { message: 'Oops' } }],
  ['200 in HTML', { kind: 'html', status: 200 }],
  ['429', { kind: 'answer', status: 429, body: { message: 'Too many requests' } }],
  ['301', { kind: 'answer', status: 301, body: '', headers: { Location: '/' } }],
  ['nothing', { kind: 'answer', status: 200, body: '' }],
  ['another shape', { kind: 'answer', status: 200, body: { result: 'ok' } }],
];

const AFTERMATH_ROUNDS = 12;
/** In ms of real time; for the voters it is hours. */
const LOST_MS = 10_000;

/** Which faults happen, and how often; every fault goes through here. */
export class Faults {
  readonly byClass = new Map<string, number>();

  add(kind: string, times = 1): void {
    this.byClass.set(kind, (this.byClass.get(kind) ?? 0) + times);
  }

  get total(): number {
    return [...this.byClass.values()].reduce((sum, times) => sum + times, 0);
  }
}

export class Storm {
  readonly faults = new Faults();
  readonly #world: World;
  readonly #chance: Chance;
  /** Delayed events: a webhook, or the other half of a scenario. */
  #later: { atRound: number; act: Act }[] = [];
  #round = 0;

  constructor(world: World, chance: Chance) {
    this.#world = world;
    this.#chance = chance;
  }

  /**
   * Makes this many payments, a few at a time, and lets time pass between them.
   * @param losses how often the database loses its last seconds, spread evenly
   */
  async run(
    total: number,
    nominations: { id: string }[][],
    losses: readonly Loss[] = [],
  ): Promise<void> {
    const atPayment = losses.map((_, at) => Math.floor((total * (at + 1)) / (losses.length + 1)));
    let lossCount = 0;
    let cutAt: number | null = null;
    for (let made = 0; made < total || cutAt !== null; ) {
      const batch = Math.min(this.#chance.between(6, 14), Math.max(total - made, 1));
      this.#spoilQuestions();
      const loss = losses[lossCount];
      if (loss && cutAt === null && made >= (atPayment[lossCount] ?? total)) {
        await loss.begin();
        cutAt = performance.now();
      }
      const isLost = loss && cutAt !== null && performance.now() - cutAt >= LOST_MS;
      const disaster = isLost ? this.#lose(loss) : this.#disaster();
      if (isLost) {
        lossCount += 1;
        cutAt = null;
      }
      await Promise.all(Array.from({ length: batch }, () => this.#life(nominations)));
      await disaster;
      made += batch;
      this.#round += 1;
      await this.#deliverLate();
      await this.#world.advance(
        this.#chance.pick([0, 3 * SECOND, 40 * SECOND, 6 * MINUTE, HOUR, 7 * HOUR]),
      );
    }
  }

  /** Repairs everything and stops all webhooks: time passes until all payments are settled. */
  async finishAllWork(): Promise<void> {
    const { campay, fapshi, mtnMomo, pawapay, stripe } = this.#world.sandbox;
    // Providers do not report well what is still to come.
    for (let hour = 0; hour < AFTERMATH_ROUNDS || this.#later.length > 0; hour++) {
      this.#spoilQuestions();
      this.#round += 1;
      await this.#deliverLate();
      await this.#world.advance(this.#chance.pick([5 * SECOND, MINUTE, 10 * MINUTE]));
      await delay(300);
    }
    for (const sandbox of [campay, fapshi, mtnMomo, pawapay, stripe]) {
      this.faults.add('that met no call, and are taken off', -sandbox.faults.left);
      sandbox.faults.reset();
    }
    stripe.configure({ webhooks: 'lost' });
    await this.settle();
  }

  /** Lets time pass until nothing is due any more. */
  async settle(): Promise<void> {
    const steps = [
      ...Array.from({ length: 6 }, () => 10 * SECOND),
      ...[MINUTE, 5 * MINUTE, 11 * MINUTE, 35 * MINUTE, 3 * HOUR, 7 * HOUR, 13 * HOUR, DAY, DAY],
      ...[DAY, DAY, 4 * DAY, DAY],
    ];
    for (const step of steps) {
      await this.#world.advance(step);
      await this.#untilNothingIsDue();
    }
  }

  async #untilNothingIsDue(): Promise<void> {
    const { db } = this.#world;
    const isDue = lte(payments.nextCheckAt, sql`clock_timestamp()`);
    const isSweepDue = lte(providerSweeps.nextSweepAt, sql`clock_timestamp()`);
    for (let quiet = 0; quiet < 2; ) {
      const due =
        (await db.$count(payments, isDue)) + (await db.$count(providerSweeps, isSweepDue));
      quiet = due === 0 ? quiet + 1 : 0;
      // Payments that are due but were checked a moment ago wait for their turn.
      if (due > 0) await this.#world.advance(SECOND);
      await delay(100);
    }
  }

  #life(nominations: { id: string }[][]): Promise<void> {
    const chosen = nominations[this.#chance.between(0, nominations.length - 1)] ?? [];
    return this.#oneIn(4) ? this.#cardLife(chosen) : this.#mobileMoneyLife(chosen);
  }

  async #mobileMoneyLife(nominations: { id: string }[]): Promise<void> {
    const { pick, between } = this.#chance;
    const provider = pick([CAMPAY, FAPSHI, MTN_MOMO, PAWAPAY]);
    const wallet = walletOf(this.#world.sandbox, provider);
    const server = this.#serverOf(provider);
    const body = aVoteFor(nominations, { each: between(1, 9), phoneNumber: freshPhone() });
    this.#world.chosenVotes.set(body.phoneNumber, body.nominationVotes);
    const vote = {
      path: `/api/${provider.name}-payment`,
      body,
      idempotencyKey: crypto.randomUUID(),
    };
    if (this.#oneIn(3)) this.#spoilRequest(provider, wallet);
    const copies = this.#oneIn(6) ? between(2, 4) : 1;
    if (copies > 1) this.faults.add('request repeated', copies - 1);
    const answers = await Promise.all(
      Array.from({ length: copies }, () => this.#untilAnswered(server, () => send(server, vote))),
    );
    const record = wallet.transactions().find(({ number }) => number === body.phoneNumber);
    // The payer sees no prompt: the request never arrived.
    if (!record) return;
    for (const answer of answers) {
      if (answer.status === 201) void poll(server, paymentIdIn(answer));
    }
    await this.#fate(provider, wallet, record.reference, paymentIdOf(provider, record));
  }

  /** How a prompt ends, and which webhooks follow. */
  async #fate(
    provider: Provider,
    wallet: Wallet,
    reference: string,
    paymentId: string,
  ): Promise<void> {
    const notify = (fields?: Record<string, string>) => () =>
      this.#notify(provider, wallet, reference, paymentId, fields);
    if (this.#oneIn(8)) this.#forge(notify);
    const die = this.#chance.between(1, 20);
    if (die <= 9) {
      if (die === 1) this.#misreport(provider, wallet, reference);
      await wallet.approve(reference);
      if (die === 2) this.#flip('success to failure', () => wallet.failLate(reference), notify);
    } else if (die <= 17) {
      await wallet.decline(reference);
      if (die <= 13) this.#flip('failure to success', () => wallet.payLate(reference), notify);
    } else {
      this.faults.add('never answered');
    }
    await this.#announce(notify);
  }

  /** Webhooks: lost, duplicated, late, out of order, repeated. */
  async #announce(notify: (fields?: Record<string, string>) => Act): Promise<void> {
    const { between } = this.#chance;
    switch (between(1, 6)) {
      case 1:
      case 2:
        this.faults.add('webhook lost');
        return;
      case 3: {
        const copies = between(2, 6);
        this.faults.add('webhook doubled', copies - 1);
        await Promise.all(Array.from({ length: copies }, () => notify()()));
        return;
      }
      case 4:
        this.faults.add('webhook delayed');
        this.#afterRounds(between(1, 4), notify());
        return;
      case 5: {
        const copies = between(3, 9);
        this.faults.add('webhook repeated with gaps', copies);
        for (let copy = 0; copy < copies; copy++) this.#afterRounds(copy, notify());
        return;
      }
      default:
        await notify()();
    }
  }

  #forge(notify: (fields?: Record<string, string>) => Act): void {
    this.faults.add('webhook forged');
    const status = this.#chance.pick(['SUCCESSFUL', 'FAILED', 'NONSENSE']);
    this.#afterRounds(this.#chance.between(0, 1), notify({ status }));
  }

  #flip(kind: string, act: Act, notify: (fields?: Record<string, string>) => Act): void {
    this.faults.add(`record flipped: ${kind}`);
    this.#afterRounds(this.#chance.between(1, 5), async () => {
      await act();
      await this.#announce(notify);
    });
  }

  #misreport(provider: Provider, wallet: Wallet, reference: string): void {
    const misreports: [string, Record<string, string | number>][] = [
      ['amount', { amount: provider === FAPSHI ? 100_000 : '100000' }],
      [
        'reference',
        { [NAMED_BY[provider.name]]: crypto.randomUUID(), userId: crypto.randomUUID() },
      ],
      ...(provider === FAPSHI
        ? []
        : [['currency', { currency: 'NGN' }] as [string, Record<string, string>]]),
    ];
    const [what, fields] = misreports[this.#chance.between(0, misreports.length - 1)] ?? [
      'amount',
      {},
    ];
    this.faults.add(`wrong ${what}`);
    wallet.misreport(reference, fields);
  }

  async #cardLife(nominations: { id: string }[]): Promise<void> {
    const { pick, between } = this.#chance;
    const { stripe } = this.#world;
    const servers = this.#world.servers;
    const server = servers[between(0, servers.length - 1)] ?? this.#world.server;
    const voter = new CardVoter(this.#world, () => server);
    const offered = await voter.offerUntilAnswered(nominations, between(1, 9));
    const session = cardSession.safeParse(offered.body).data;
    // After many declines voters must solve a captcha, which this program cannot.
    if (!session) return this.faults.add(`card not taken: ${offered.status}`);
    const isAttempted = !this.#oneIn(6);
    if (isAttempted) {
      const { status } = await voter.attemptUntilAnswered(session);
      if (status !== 200) return;
    } else {
      this.faults.add('card without attempt');
    }
    if (this.#oneIn(5)) {
      this.faults.add('card declined');
      await voter.enter(session, CARDS.declined);
    }
    await voter.enter(session, this.#oneIn(6) ? CARDS.disputed : CARDS.good);
    if (this.#oneIn(3)) this.faults.add('page closed before confirmation');
    else if (isAttempted) await voter.confirm(session);
    const intent = session.clientSecret.slice(0, session.clientSecret.indexOf('_secret_'));
    const aftermath = pick(['none', 'none', 'none', 'refund', 'partial refund', 'dispute']);
    const isDisputed = () =>
      stripe.charged().some((charge) => charge.intentId === intent && charge.dispute);
    if (isDisputed()) {
      const outcome = pick(['won', 'lost'] as const);
      this.faults.add(`dispute ${outcome}`);
      this.#afterRounds(between(1, 4), () => stripe.closeDispute(intent, outcome));
    } else if (aftermath === 'refund' || aftermath === 'partial refund') {
      this.faults.add(aftermath);
      const amount = aftermath === 'refund' ? null : 10;
      this.#afterRounds(between(0, 4), () => stripe.refund(intent, amount));
    }
  }

  #spoilRequest(provider: Provider, wallet: Wallet): void {
    const { pick } = this.#chance;
    const [name, fault] = pick(unusable(pick([true, false])));
    const refused = { kind: 'answer', status: 400, body: { message: 'No' }, takesEffect: true };
    const isRefused = this.#oneIn(6);
    this.faults.add(isRefused ? 'request refused after the charge' : `request: ${name}`);
    wallet.failNext(REQUEST_OF[provider.name], isRefused ? (refused as Fault) : fault);
  }

  #spoilQuestions(): void {
    const { between, pick } = this.#chance;
    const { sandbox } = this.#world;
    for (const provider of STORM_PROVIDERS) {
      const wallet = walletOf(sandbox, provider);
      for (let faults = between(6, 16); faults > 0; faults--) {
        // Never many in a row without a response: then requests would stop for a while, and prompts
        // too.
        const [name, fault] = pick(faults % 2 === 0 ? SILENT : ODD);
        this.faults.add(`question: ${name}`);
        wallet.failNext(STATUS_OF[provider.name], fault);
      }
      if (this.#oneIn(4)) {
        this.faults.add('question hangs');
        wallet.failNext(STATUS_OF[provider.name], { kind: 'hang' });
      }
    }
    if (this.#oneIn(2)) {
      this.faults.add('tokens expired', 2);
      sandbox.campay.expireTokens();
      sandbox.mtnMomo.expireTokens();
    }
    const { stripe } = sandbox;
    const endpoints = ['paymentIntents.retrieve', 'events.list', 'paymentIntents.update'] as const;
    for (const endpoint of endpoints) {
      const [name, fault] = pick(unusable(true));
      this.faults.add(`Stripe: ${name}`);
      stripe.failNext(endpoint, fault);
    }
    const webhooks = pick(['sent', 'lost', 'held'] as const);
    stripe.configure({ webhooks, webhookCopies: between(1, 3) });
    this.faults.add(`Stripe’s webhooks ${webhooks}`);
    if (webhooks === 'held') {
      this.#afterRounds(between(1, 2), () => stripe.releaseWebhooks('shuffled'));
    }
  }

  /** While votes are in flight. */
  async #lose(loss: Loss): Promise<void> {
    this.faults.add('the last seconds of the database lost');
    await delay(this.#chance.between(0, 400));
    await loss.end();
  }

  /** A server crashes, or the database or the providers are gone for a moment. */
  async #disaster(): Promise<void> {
    const { between, pick } = this.#chance;
    const { servers, toDatabase, toProvider } = this.#world;
    if (!this.#oneIn(2)) return;
    await delay(between(0, 400));
    switch (pick(['kill', 'database', 'network'])) {
      case 'kill': {
        this.faults.add('kill -9');
        const killed = servers[between(0, servers.length - 1)];
        await killed?.kill();
        await killed?.start();
        return;
      }
      case 'database':
        this.faults.add('database gone');
        toDatabase.cut();
        await delay(between(50, 400));
        toDatabase.mend();
        return;
      default:
        this.faults.add('providers gone');
        toProvider.cut();
        await delay(between(50, 400));
        toProvider.mend();
    }
  }

  async #notify(
    provider: Provider,
    wallet: Wallet,
    reference: string,
    paymentId: string,
    fields: Record<string, string> = {},
  ): Promise<void> {
    if (provider !== MTN_MOMO) {
      await wallet.sendWebhook(reference, { fields });
      return;
    }
    const status =
      fields.status ??
      wallet.transactions().find((transaction) => transaction.reference === reference)?.status;
    const path = `/api/webhooks/${provider.name}/${paymentId}`;
    await this.#serverOf(provider).request('POST', path, {
      body: { externalId: paymentId, status },
    });
  }

  #serverOf(provider: Provider): ServerProcess {
    return this.#world.servers[STORM_PROVIDERS.indexOf(provider)] ?? this.#world.server;
  }

  async #untilAnswered<Answer extends { status: number }>(
    server: ServerProcess,
    ask: () => Promise<Answer | null>,
  ): Promise<Answer> {
    for (;;) {
      const answer = await ask().catch(() => null);
      if (answer && answer.status < 500 && answer.status !== 429) return answer;
      await delay(50);
      while (!(await server.isReady().catch(() => false))) await delay(50);
    }
  }

  /** Runs after this many rounds, or in this one. */
  #afterRounds(rounds: number, act: Act): void {
    this.#later.push({ atRound: this.#round + rounds, act });
  }

  async #deliverLate(): Promise<void> {
    const due = this.#later.filter(({ atRound }) => atRound <= this.#round);
    this.#later = this.#later.filter(({ atRound }) => atRound > this.#round);
    for (const { act } of due) await act();
  }

  /** True once in this many cases. */
  #oneIn(sides: number): boolean {
    return this.#chance.between(1, sides) === 1;
  }
}

const REQUEST_OF = {
  campay: 'collect',
  fapshi: 'direct-pay',
  'mtn-momo': 'requesttopay',
  pawapay: 'deposits',
};
const STATUS_OF = {
  campay: 'transaction',
  fapshi: 'payment-status',
  'mtn-momo': 'status',
  pawapay: 'status',
};
/** Fields with our payment's id in a status response, and in the books. */
const NAMED_BY = {
  campay: 'external_reference',
  fapshi: 'externalId',
  'mtn-momo': 'externalId',
  pawapay: 'clientReferenceId',
};
const BOOKED_AS = {
  campay: 'externalUser',
  fapshi: 'externalId',
  'mtn-momo': 'reference',
  pawapay: 'reference',
};

export const walletOf = (
  { campay, fapshi, mtnMomo, pawapay }: Sandbox,
  { name }: Provider,
): Wallet => ({ campay, fapshi, 'mtn-momo': mtnMomo, pawapay })[name];

export const paymentIdOf = ({ name }: Provider, record: object): string =>
  String(Object.entries(record).find(([field]) => field === BOOKED_AS[name])?.[1]);

interface Verdict {
  /** Payments whose state differs from the provider's books without a flag. */
  wrong: object[];
  counted: number;
  flagged: number;
}

/** Compares our books with the providers'. */
export async function compareWithProviders({
  db,
  sandbox,
  stripe,
  chosenVotes,
}: World): Promise<Verdict> {
  /** Amount paid, by payer. */
  const paid = new Map<string, string>();
  for (const provider of STORM_PROVIDERS) {
    const wallet = walletOf(sandbox, provider);
    for (const record of wallet.transactions()) {
      const isAsAsked = Object.keys(wallet.switchesFor(record).reportFields).length === 0;
      if (record.status === 'SUCCESSFUL' && isAsAsked)
        paid.set(paymentIdOf(provider, record), record.number);
    }
  }
  for (const charge of stripe.charged()) {
    const isKept = charge.amountRefunded < charge.amount && charge.dispute !== 'lost';
    if (isKept) paid.set(charge.metadata.payment_id ?? 'none', charge.intentId);
  }
  const open = await db
    .select({ id: paymentFlags.paymentId, flags: count() })
    .from(paymentFlags)
    .where(isNull(paymentFlags.resolvedAt))
    .groupBy(paymentFlags.paymentId);
  const flagged = new Set(open.map(({ id }) => id));
  const all = await db.select().from(payments);
  const wrong = all.filter(({ id, status }) => {
    const isRight = paid.has(id) ? status === 'completed' : status === 'failed';
    return !isRight && !flagged.has(id);
  });
  const allVoteLines = await db.select().from(paymentVotes);
  const miscounted = [...paid].filter(([id, payer]) => {
    const votes = (lines: readonly VoteLine[]) =>
      lines.map(({ nominationId, voteCount }) => `${nominationId} ${voteCount}`).sort();
    const votesHere = votes(allVoteLines.filter(({ paymentId }) => paymentId === id));
    return (
      votesHere.length > 0 && !isDeepStrictEqual(votesHere, votes(chosenVotes.get(payer) ?? []))
    );
  });
  const forgotten = [...paid.keys()].filter((id) => !all.some((payment) => payment.id === id));
  return {
    wrong: [
      ...wrong,
      ...miscounted.map(([id]) => ({ id, status: 'with other votes than its payer chose' })),
      ...forgotten.map((id) => ({ id, status: 'unknown to us' })),
    ],
    counted: await db.$count(payments, and(eq(payments.status, 'completed'))),
    flagged: flagged.size,
  };
}
