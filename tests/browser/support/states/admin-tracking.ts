import { expect, type Page } from '@playwright/test';
import type {
  AdminPayment,
  AdminPaymentHistory,
  VoterTracking,
} from '#shared/contracts/admin-payments';
import { fillIn } from '../texts';
import { answer, heading, hold, signInAsAdministrator, toastIn, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const TRACKING_API = '**/api/voter-tracking?*';
const SEARCH_API = '**/api/voter-tracking/search';
const HISTORY_API = '**/api/admin/payments/*';
const REFUND_API = '**/api/admin/payments/*/refund';
const EXPORT_API = '**/api/admin/payments.csv*';
const CHECK_API = '**/api/admin/check-*-payments';

const at = (minute: number, second = 0) =>
  new Date(Date.UTC(2025, 10, 21, 18, minute, second)).toISOString();

const MOBILE_MONEY: AdminPayment = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  provider: 'mobile-money',
  providerName: 'campay',
  amount: 123_400,
  currency: 'XAF',
  totalVotes: 1_234,
  artists: ['Marie-Thérèse Nguématcha-Kouam et l’Orchestre national', 'Newcomer'],
  voterEmail: null,
  phoneNumber: '237677123456',
  deviceTimestamp: at(41, 58),
  ipAddress: '203.0.113.26',
  status: 'completed',
  attemptedAt: at(42),
  failureReason: null,
  declineReason: null,
  receiptCode: '1PYTK8WTHT',
  providerRef: 'c2a4378de0c24438',
  createdAt: at(42),
  completedAt: at(43),
  recoveredAt: null,
  erasedAt: null,
  flags: [],
};
const CARD: AdminPayment = {
  ...MOBILE_MONEY,
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  provider: 'card',
  providerName: 'stripe',
  amount: 600,
  currency: 'USD',
  totalVotes: 12,
  voterEmail: 'marie-therese.nguematcha-kouam@universite-de-ngaoundere.example.cm',
  phoneNumber: null,
  ipAddress: '2001:db8:85a3:1234:5678:8a2e:370:7334',
  receiptCode: '4KKME2663B',
  providerRef: 'pi_3OtJ8z2eZvKYlo2C1Xr5QG7d',
};
const UNPAID = { status: 'pending', receiptCode: null, completedAt: null } as const;
const FAILED = { status: 'failed', receiptCode: null, completedAt: null } as const;

/** Every status of a payment, with everything that an administrator can see of it. */
const PAYMENTS = (
  [
    MOBILE_MONEY,
    CARD,
    { ...MOBILE_MONEY, ...UNPAID, flags: ['amount-mismatch'] },
    { ...CARD, ...UNPAID, attemptedAt: null, deviceTimestamp: null, ipAddress: null },
    { ...MOBILE_MONEY, ...FAILED, failureReason: 'insufficient-funds', totalVotes: 1 },
    { ...CARD, ...FAILED, failureReason: 'authentication-failed' },
    { ...CARD, ...UNPAID, declineReason: 'insufficient-funds' },
    { ...CARD, flags: ['partial-refund', 'disputed'] },
    { ...CARD, status: 'failed', failureReason: 'refunded', flags: ['refund-failed'] },
    { ...MOBILE_MONEY, flags: ['failed-after-completion'], voterEmail: 'fan@example.com' },
    { ...MOBILE_MONEY, ...UNPAID, attemptedAt: null, phoneNumber: null },
  ] satisfies AdminPayment[]
).map((payment, index) => ({
  ...payment,
  id: `${index.toString(16)}${payment.id.slice(1)}`,
  createdAt: at(42 - index),
}));

export const TRACKING: VoterTracking = {
  recentPayments: PAYMENTS,
  nextCursor: 'next',
  summary: {
    matching: 1_048_576,
    isEstimate: false,
    completed: 943_718,
    pending: 41_943,
    failed: 62_915,
  },
  paymentMethodStats: [
    { provider: 'card', count: 175_104, totalAmount: 97_250_000 },
    { provider: 'mobile-money', count: 768_614, totalAmount: 643_300_000 },
  ],
  elsewhere: [],
};
const NOTHING: VoterTracking = {
  recentPayments: [],
  nextCursor: null,
  summary: { matching: 0, isEstimate: false, completed: 0, pending: 0, failed: 0 },
  paymentMethodStats: [
    { provider: 'card', count: 0, totalAmount: 0 },
    { provider: 'mobile-money', count: 0, totalAmount: 0 },
  ],
  elsewhere: [],
};

/** The first row of the same provider. */
const rowOf = ({ provider }: Pick<AdminPayment, 'provider'>): number =>
  PAYMENTS.findIndex((payment) => payment.provider === provider);

type HistoryEvent = Omit<AdminPaymentHistory['events'][number], 'id'>;

const historyOf = (
  payment: AdminPayment,
  events: HistoryEvent[],
  more: Partial<AdminPaymentHistory> = {},
): AdminPaymentHistory => ({
  payment: {
    ...payment,
    id: PAYMENTS[rowOf(payment)]?.id ?? payment.id,
    nextCheckAt: null,
    checkCount: 3,
    userAgent:
      'Mozilla/5.0 (Linux; Android 12; TECNO KI5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    locale: 'fr',
  },
  votes: [
    {
      nominationId: '00000000-0000-4000-8000-000000000001',
      artistName: 'Marie-Thérèse Nguématcha-Kouam et l’Orchestre national',
      categoryName: 'Best Collaboration across the Borders',
      categoryNameFr: 'Meilleure collaboration au-delà des frontières',
      voteCount: payment.totalVotes - 1,
    },
    {
      nominationId: '00000000-0000-4000-8000-000000000002',
      artistName: 'Marie-Thérèse Nguématcha-Kouam et l’Orchestre national',
      categoryName: 'Newcomer',
      categoryNameFr: null,
      voteCount: 1,
    },
  ],
  events: events.map((event, id) => ({ id, ...event })),
  flags: [],
  receiptEmail:
    payment.status === 'completed'
      ? { refusal: null, status: 'sent', sentAt: at(44) }
      : { refusal: 'not-completed', status: null, sentAt: null },
  settlements: [],
  canRefund: payment.provider === 'card' && payment.status === 'completed',
  isRefundPending: false,
  canRefundByHand: payment.provider === 'mobile-money' && payment.status === 'completed',
  returned: [],
  ...more,
});

const CREATED: HistoryEvent = {
  from: null,
  to: 'pending',
  source: 'create',
  detail: { device: null },
  at: at(42),
};
const moved = (
  from: AdminPayment['status'],
  to: AdminPayment['status'],
  source: HistoryEvent['source'],
  minute: number,
  detail: Record<string, unknown> = {},
): HistoryEvent => ({ from, to, source, detail, at: at(minute) });
const PAID_BY_CARD = [
  CREATED,
  moved('pending', 'pending', 'attempt', 42, { revision: 2 }),
  moved('pending', 'completed', 'confirm', 43),
  moved('completed', 'completed', 'webhook', 43, {
    claim: 'evt_1',
    type: 'payment_intent.succeeded',
  }),
];
const requested = moved('completed', 'completed', 'refund', 50, {
  refund: 'requested',
  attempt: 1,
});

const RAISED = { raisedAt: at(45), resolvedAt: null, resolution: null, reason: null };

const CARD_HISTORY = historyOf(CARD, PAID_BY_CARD);
const REFUNDING = historyOf(
  CARD,
  [
    ...PAID_BY_CARD,
    requested,
    moved('completed', 'completed', 'refund', 50, { refund: 'accepted', attempt: 1 }),
  ],
  { isRefundPending: true },
);
const REFUNDED = historyOf({ ...CARD, status: 'failed', failureReason: 'refunded' }, [
  ...PAID_BY_CARD,
  requested,
  moved('completed', 'completed', 'refund', 50, { refund: 'unanswered', attempt: 1 }),
  moved('completed', 'failed', 'reconcile', 52, { reason: 'refunded' }),
]);
const LATE_HISTORY = historyOf(
  { ...MOBILE_MONEY, flags: ['failed-after-completion'] },
  [
    CREATED,
    moved('pending', 'pending', 'attempt', 42, { outcome: 'unknown' }),
    moved('pending', 'pending', 'webhook', 43, { claim: 'FAILED' }),
    moved('pending', 'failed', 'webhook', 43, { reason: 'insufficient-funds' }),
    moved('failed', 'completed', 'reconcile', 44),
    moved('completed', 'completed', 'reconcile', 45, { flag: 'failed-after-completion' }),
  ],
  {
    flags: [
      {
        ...RAISED,
        flag: 'failed-after-completion',
        evidence: {
          operator: 'MTN',
          operatorReference: '10844752841',
          amount: 123_400,
          currency: 'XAF',
          providerReason: null,
          revision: 2,
        },
      },
    ],
    settlements: ['refunded', 'close'],
  },
);
export const MISPLACED_HISTORY = historyOf(
  { ...MOBILE_MONEY, ...UNPAID, flags: ['wrong-reference'] },
  [
    CREATED,
    moved('pending', 'pending', 'attempt', 42, { outcome: 'unknown' }),
    moved('pending', 'pending', 'reconcile', 44, { flag: 'wrong-reference' }),
  ],
  {
    flags: [
      {
        ...RAISED,
        flag: 'wrong-reference',
        evidence: {
          providerReference: 'c2a4378d-e0c2-4438-9b3f-5a1de7c90f11',
          namesPayment: '2f8fad5b-d9cb-469f-a165-70867728950e',
          operator: 'MTN',
          operatorReference: null,
          amount: 123_400,
          currency: 'XAF',
        },
      },
    ],
    settlements: ['attach', 'refunded', 'close'],
  },
);
const SETTLED_HISTORY = historyOf(
  { ...MOBILE_MONEY, ...FAILED, failureReason: 'refunded' },
  [
    CREATED,
    moved('pending', 'completed', 'reconcile', 43),
    moved('completed', 'completed', 'reconcile', 44, { flag: 'missing-at-provider' }),
    moved('completed', 'completed', 'admin', 52, { settled: 'refunded' }),
    moved('completed', 'failed', 'admin', 52, { reason: 'refunded' }),
  ],
  {
    flags: [
      {
        ...RAISED,
        flag: 'amount-mismatch',
        evidence: { amount: 120_000, currency: 'XAF' },
        resolvedAt: at(48),
        resolution: 'settled',
      },
      {
        flag: 'missing-at-provider',
        evidence: { history: 'not listed' },
        raisedAt: at(46),
        resolvedAt: at(52),
        resolution: 'refunded',
        reason: 'Campay says that the wallet was credited again at once; the voter confirms it.',
      },
    ],
  },
);

/** Other payments load only if the state says so. */
async function open(visit: Visit, tracking: VoterTracking = TRACKING, search = ''): Promise<void> {
  await signInAsAdministrator(visit.page);
  await answer(visit.page, TRACKING_API, tracking);
  await answer(visit.page, SEARCH_API, tracking);
  await visit.page.goto(`/admin/voter-tracking${search}`);
}

const openers = (page: Page) => page.getByRole('main').locator('button[aria-haspopup="dialog"]');

async function openHistory(visit: Visit, history: AdminPaymentHistory): Promise<void> {
  await open(visit);
  await answer(visit.page, HISTORY_API, history);
  await openers(visit.page).nth(rowOf(history.payment)).click();
}

/** The action to attach a reference, with its form open. */
async function askToAttach(visit: Visit): Promise<void> {
  await openHistory(visit, MISPLACED_HISTORY);
  await press(visit, visit.texts.tracking.settle.action.attach);
}

async function askForRefund(visit: Visit): Promise<void> {
  await openHistory(visit, CARD_HISTORY);
  await visit.page.getByRole('button', { name: visit.texts.tracking.refund.action }).click();
}

/** The form of a manual refund, filled in. */
async function openHandRefund(visit: Visit): Promise<void> {
  await openHistory(visit, { ...LATE_HISTORY, canRefundByHand: true, flags: [] });
  const { handRefund } = visit.texts.tracking;
  await visit.page.getByRole('button', { name: handRefund.action, exact: true }).click();
}

async function confirmRefund(visit: Visit): Promise<void> {
  await askForRefund(visit);
  const [verb = ''] = visit.texts.tracking.refund.confirm.split('{{');
  await visit.page.getByRole('group').getByRole('button', { name: verb }).click();
}

/** Presses an action on all payments: on a phone they are behind one button. */
export async function pressAct({ page, texts }: Visit, name: string): Promise<void> {
  const more = page.locator('summary', { hasText: texts.tracking.actions });
  const button = page.getByRole('button', { name, exact: true });
  await expect(more.or(button).first()).toBeVisible();
  if (!(await button.isVisible())) await more.click();
  await button.click();
}

const press = ({ page }: Visit, name: string) => page.getByRole('button', { name }).click();
const busyButton = ({ page }: Visit) => page.locator('button[aria-busy="true"]');

const title = ({ texts }: Visit) => texts.common.voterTracking;

const listStates: ScreenState[] = [
  {
    name: 'voter tracking',
    title,
    async show(visit) {
      await open(visit);
      return openers(visit.page).first();
    },
  },
  {
    name: 'voter tracking filtered',
    title,
    async show(visit) {
      const { texts } = visit;
      const recentPayments = PAYMENTS.filter(
        ({ status, phoneNumber }) => status === 'failed' && phoneNumber !== null,
      );
      const summary = {
        matching: 1_340,
        isEstimate: true,
        completed: 0,
        pending: 0,
        failed: 1_340,
      };
      await open(visit, { ...TRACKING, recentPayments, summary }, '?status=failed&from=2025-11-01');
      const { filter } = texts.tracking;
      const found = visit.page.waitForResponse('**/api/voter-tracking/search');
      await visit.page.getByRole('searchbox', { name: filter.search }).fill('237677');
      await (await found).finished();
      await expect(visit.page.locator('[aria-busy="true"]')).toHaveCount(0);
      return visit.page.getByText(fillIn(filter.active_other, { count: 3 }));
    },
  },
  {
    name: 'voter tracking of payments to review',
    title,
    async show(visit) {
      const recentPayments = PAYMENTS.filter(({ flags }) => flags.length > 0);
      const summary = { matching: 4, isEstimate: false, completed: 2, pending: 1, failed: 1 };
      await open(visit, { ...TRACKING, recentPayments, summary }, '?look=needed');
      await expect(openers(visit.page)).toHaveCount(recentPayments.length);
      const { view } = visit.texts.tracking;
      return visit.page.getByRole('link', { name: view.look, exact: true });
    },
  },
  {
    name: 'voter tracking with its filters open',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit, TRACKING, '?provider=card&from=2025-11-01');
      const { filter } = texts.tracking;
      await page.getByRole('button', { name: new RegExp(`^${filter.label}`) }).click();
      return page.getByRole('combobox', { name: filter.status });
    },
  },
  {
    name: 'voter tracking with its columns being chosen',
    isLaptopOnly: true,
    title,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit);
      const { columns, table } = texts.tracking;
      await page.locator('summary', { hasText: columns.label }).click();
      for (const column of [table.email, table.deviceTime, table.ipAddress]) {
        await page.getByRole('checkbox', { name: column, exact: true }).check();
      }
      return page.getByRole('button', { name: columns.reset });
    },
  },
  {
    name: 'voter tracking with new payments',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit, { ...TRACKING, recentPayments: PAYMENTS.slice(2) });
      await expect(openers(page)).toHaveCount(PAYMENTS.length - 2);
      await answer(page, TRACKING_API, TRACKING);
      await page.getByRole('button', { name: texts.tracking.fresh.refresh }).click();
      return page.locator('tr[data-new]').first();
    },
  },
  {
    name: 'voter tracking with a view being saved',
    title,
    async show(visit) {
      await open(visit, TRACKING, '?provider=card&status=completed');
      const { view } = visit.texts.tracking;
      await press(visit, view.keep);
      return visit.page.getByRole('textbox', { name: view.name });
    },
  },
  {
    name: 'voter tracking loading',
    title,
    async show(visit) {
      await signInAsAdministrator(visit.page);
      await hold(visit.page, TRACKING_API);
      await visit.page.goto('/admin/voter-tracking');
      return visit.page.getByText(visit.texts.tracking.intro);
    },
  },
  {
    name: 'voter tracking empty',
    title,
    async show(visit) {
      await open(visit, NOTHING);
      return heading(visit, visit.texts.tracking.empty.heading);
    },
  },
  {
    name: 'voter tracking without a match',
    title,
    async show(visit) {
      await open(visit, NOTHING, `?payment=${MOBILE_MONEY.id}`);
      return heading(visit, visit.texts.tracking.noMatch.heading);
    },
  },
  {
    name: 'voter tracking error',
    title,
    async show(visit) {
      await signInAsAdministrator(visit.page);
      await answer(visit.page, TRACKING_API, {}, 500);
      await visit.page.goto('/admin/voter-tracking');
      return heading(visit, visit.texts.tracking.error.heading);
    },
  },
  {
    name: 'voter tracking signed out',
    title,
    async show({ page, texts }) {
      await signInAsAdministrator(page);
      await answer(page, TRACKING_API, { code: 'unauthorized', message: 'for machines' }, 401);
      await page.goto('/admin/voter-tracking');
      return page.getByRole('main').getByRole('link', { name: texts.common.login });
    },
  },
  {
    name: 'voter tracking not refreshed',
    keepsLanguage: true,
    title,
    async show(visit) {
      const { page, texts } = visit;
      await open(visit);
      await expect(openers(page).first()).toBeVisible();
      await answer(page, TRACKING_API, {}, 500);
      await answer(page, CHECK_API, { checked: 0, updated: 0, left: 0, others: 0 });
      await pressAct(visit, texts.tracking.check.action);
      return page.getByText(texts.tracking.error.stale.replace(/\{\{.*$/, ''));
    },
  },
  {
    name: 'voter tracking id copied',
    keepsLanguage: true,
    title,
    async show(visit) {
      const { page, texts } = visit;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await openHistory(visit, CARD_HISTORY);
      await page.getByRole('button', { name: CARD_HISTORY.payment.id }).click();
      return toastIn(page, texts.tracking.copy.done);
    },
  },
];

const actionStates: ScreenState[] = [
  {
    name: 'voter tracking with a check running',
    title,
    async show(visit) {
      await open(visit);
      await hold(visit.page, CHECK_API);
      await pressAct(visit, visit.texts.tracking.check.action);
      return busyButton(visit);
    },
  },
  {
    name: 'voter tracking with a check done',
    keepsLanguage: true,
    title,
    async show(visit) {
      await open(visit);
      await answer(visit.page, CHECK_API, { checked: 1_240, updated: 31, left: 212, others: 60 });
      await pressAct(visit, visit.texts.tracking.check.action);
      return toastIn(visit.page, visit.texts.tracking.check.done);
    },
  },
  {
    name: 'voter tracking with a check failed',
    keepsLanguage: true,
    title,
    async show(visit) {
      await open(visit);
      await answer(visit.page, CHECK_API, {}, 503);
      await pressAct(visit, visit.texts.tracking.check.action);
      return toastIn(visit.page, visit.texts.tracking.error.title);
    },
  },
  {
    name: 'voter tracking with an export running',
    title,
    async show(visit) {
      await open(visit);
      await hold(visit.page, EXPORT_API);
      await pressAct(visit, visit.texts.tracking.export.action);
      return busyButton(visit);
    },
  },
  {
    name: 'voter tracking with an export failed',
    keepsLanguage: true,
    title,
    async show(visit) {
      await open(visit);
      await answer(visit.page, EXPORT_API, {}, 500);
      await pressAct(visit, visit.texts.tracking.export.action);
      return toastIn(visit.page, visit.texts.tracking.error.title);
    },
  },
];

const historyStates: ScreenState[] = [
  {
    name: 'payment history of a card',
    title,
    async show(visit) {
      await openHistory(visit, CARD_HISTORY);
      return visit.page.getByRole('button', { name: visit.texts.tracking.refund.action });
    },
  },
  {
    name: 'payment history, correcting the e-mail',
    title,
    async show(visit) {
      await openHistory(visit, CARD_HISTORY);
      const { receiptEmail } = visit.texts.tracking;
      await press(visit, receiptEmail.correct);
      const form = visit.page.getByRole('dialog').locator('form');
      await form.getByLabel(receiptEmail.email).fill('fan@example');
      await form.getByRole('button', { name: receiptEmail.send }).click();
      return form.getByText(receiptEmail.failed.validation);
    },
  },
  {
    name: 'payment history of mobile money',
    title,
    async show(visit) {
      await openHistory(visit, LATE_HISTORY);
      return visit.page.getByText(visit.texts.tracking.history.event['completed-late']);
    },
  },
  {
    name: 'payment history of unassigned money',
    title,
    async show(visit) {
      await openHistory(visit, MISPLACED_HISTORY);
      return visit.page.getByRole('button', { name: visit.texts.tracking.settle.action.attach });
    },
  },
  {
    name: 'payment history of a settled flag',
    title,
    async show(visit) {
      await openHistory(visit, SETTLED_HISTORY);
      return heading(visit, visit.texts.tracking.look.settled);
    },
  },
  {
    name: 'payment being attached',
    title,
    async show(visit) {
      await askToAttach(visit);
      const { settle } = visit.texts.tracking;
      await press(visit, settle.continue);
      return visit.page.getByText(settle.providerRefRequired);
    },
  },
  {
    name: 'payment attached after confirmation',
    title,
    async show(visit) {
      const { page, texts } = visit;
      const { settle } = texts.tracking;
      await askToAttach(visit);
      await page
        .getByRole('textbox', { name: settle.providerRef })
        .fill('c2a4378d-e0c2-4438-9b3f-5a1de7c90f11');
      await page
        .getByRole('textbox', { name: settle.reason })
        .fill('The voter has sent the SMS of the operator.');
      await press(visit, settle.continue);
      return page.getByText(settle.question.attach);
    },
  },
  {
    name: 'payment recorded as returned',
    title,
    async show(visit) {
      const { page, texts } = visit;
      const { settle } = texts.tracking;
      await openHistory(visit, LATE_HISTORY);
      await press(visit, settle.action.refunded);
      await page
        .getByRole('textbox', { name: settle.reason })
        .fill('Sent back by hand, the voter confirms it.');
      await press(visit, settle.continue);
      return page.getByRole('button', { name: settle.confirm.refunded });
    },
  },
  {
    name: 'payment history loading',
    title,
    async show(visit) {
      await open(visit);
      await hold(visit.page, HISTORY_API);
      await openers(visit.page).first().click();
      return visit.page.getByRole('dialog');
    },
  },
  {
    name: 'payment history error',
    title,
    async show(visit) {
      await open(visit);
      await answer(visit.page, HISTORY_API, {}, 500);
      await openers(visit.page).first().click();
      return visit.page.getByText(visit.texts.tracking.history.failed);
    },
  },
  {
    name: 'manual refund with errors',
    title,
    async show(visit) {
      const { handRefund } = visit.texts.tracking;
      await openHandRefund(visit);
      await visit.page.getByRole('button', { name: handRefund.continue, exact: true }).click();
      return visit.page.getByText(handRefund.problem.referenceMissing);
    },
  },
  {
    name: 'manual refund confirmation',
    title,
    async show(visit) {
      const { handRefund } = visit.texts.tracking;
      const { page } = visit;
      await openHandRefund(visit);
      await page.getByLabel(handRefund.amount).fill(String(LATE_HISTORY.payment.amount));
      await page.getByLabel(handRefund.reference).fill('OM-251120.1815.A12345');
      await page.getByRole('button', { name: handRefund.continue, exact: true }).click();
      return page.getByRole('button', { name: handRefund.back, exact: true });
    },
  },
  {
    name: 'refund confirmation',
    title,
    async show(visit) {
      await askForRefund(visit);
      return visit.page.getByRole('button', { name: visit.texts.tracking.refund.cancel });
    },
  },
  {
    name: 'refund being requested',
    title,
    async show(visit) {
      await askForRefund(visit);
      await hold(visit.page, REFUND_API);
      const [verb = ''] = visit.texts.tracking.refund.confirm.split('{{');
      await visit.page.getByRole('group').getByRole('button', { name: verb }).click();
      return busyButton(visit);
    },
  },
  {
    name: 'refund without a certain result',
    keepsLanguage: true,
    title,
    async show(visit) {
      await visit.page.route(REFUND_API, (route) => route.fulfill({ status: 503, json: {} }));
      await confirmRefund(visit);
      return toastIn(visit.page, visit.texts.tracking.error.title);
    },
  },
  {
    name: 'refund pending',
    title,
    async show(visit) {
      await openHistory(visit, REFUNDING);
      return visit.page.getByText(visit.texts.tracking.refund.pending);
    },
  },
  {
    name: 'refund complete',
    title,
    async show(visit) {
      await openHistory(visit, REFUNDED);
      return visit.page.getByText(visit.texts.tracking.history.event.reversed);
    },
  },
];

export const trackingStates: ScreenState[] = [...listStates, ...actionStates, ...historyStates];
