import type { HelpedPayment, HelpStep, PaymentHelp } from '#shared/contracts/payment-help';
import { answer, HELP_API, heading, hold, lastOf, mockRateLimit, type Visit } from '../visit';
import { freshNumber } from '../voter';
import type { ScreenState } from './screen-state';

const helpTitle = ({ texts }: Visit) => texts.help.pageTitle;

/** Searches for a payment with a mocked response; without `json` the real one. */
async function askForHelp(
  { page, texts }: Visit,
  question: { reference: string } | { phone: string },
  json?: PaymentHelp,
): Promise<void> {
  if (json) await answer(page, HELP_API, json);
  await page.goto('/payment-help');
  const [field, value] =
    'phone' in question
      ? [texts.help.search.phone, question.phone]
      : [texts.help.search.reference, question.reference];
  await page.getByLabel(field).fill(value);
  await page.getByRole('button', { name: texts.help.search.submit }).click();
}

const at = (time: string) => `2025-11-29T${time}:00.000Z`;

const helpStep = (
  step: HelpStep['step'],
  time: string,
  reason: HelpStep['reason'] = null,
): HelpStep => ({ step, at: at(time), reason });

const helpWith = (payment: Partial<HelpedPayment>): PaymentHelp => ({
  payment: {
    edition: { year: '2025', name: 'Festival Awards', nameFr: null },
    state: 'pending',
    since: at('20:00'),
    next: 'approve',
    askedUntil: null,
    method: 'mobile-money',
    isErased: false,
    failureReason: null,
    receiptCode: null,
    story: [helpStep('created', '20:00'), helpStep('prompt-sent', '20:01')],
    ...payment,
  },
});

const SOME_REFERENCE = { reference: 'MP260729.1716.C73941' };

export const helpStates: ScreenState[] = [
  {
    name: 'payment help',
    title: helpTitle,
    async show({ page, texts }) {
      await page.goto('/payment-help');
      return page.getByLabel(texts.help.search.phone);
    },
  },
  {
    name: 'payment help without input',
    title: helpTitle,
    async show({ page, texts }) {
      await page.goto('/payment-help');
      await page.getByRole('button', { name: texts.help.search.submit }).click();
      return page.getByText(texts.help.search.required);
    },
  },
  {
    name: 'payment help with an invalid number',
    title: helpTitle,
    async show(visit) {
      await askForHelp(visit, { phone: '222 12 34 56' });
      return visit.page.getByText(visit.texts.help.search.notMobile);
    },
  },
  {
    name: 'payment help searching',
    title: helpTitle,
    async show(visit) {
      await hold(visit.page, HELP_API);
      await askForHelp(visit, SOME_REFERENCE);
      return visit.page.getByRole('button', { name: visit.texts.help.search.submit });
    },
  },
  {
    name: 'payment help pending',
    title: helpTitle,
    async show(visit) {
      await askForHelp(visit, { reference: visit.demo.pendingPaymentId });
      return heading(visit, visit.texts.help.state.pending);
    },
  },
  {
    name: 'payment help pending for long',
    title: helpTitle,
    async show(visit) {
      const json = helpWith({
        next: 'keep-asking',
        askedUntil: '2025-11-30T20:00:00.000Z',
        story: [
          helpStep('created', '20:00'),
          helpStep('prompt-unanswered', '20:01'),
          helpStep('provider-called', '20:04'),
          helpStep('asked-again', '20:30'),
        ],
      });
      await askForHelp(visit, SOME_REFERENCE, json);
      return visit.page.getByText(visit.texts.help.next['keep-asking']);
    },
  },
  {
    name: 'payment help with a card never sent',
    title: helpTitle,
    async show(visit) {
      const story = [helpStep('created', '20:00')];
      const json = helpWith({ next: 'finish-card', method: 'card', story });
      await askForHelp(visit, SOME_REFERENCE, json);
      return heading(visit, visit.texts.help.state.unfinished);
    },
  },
  {
    name: 'payment help of an earlier edition',
    title: helpTitle,
    async show(visit) {
      const json = helpWith({
        edition: { year: '2024', name: 'Festival Awards', nameFr: null },
        state: 'failed',
        next: 'edition-over',
        story: [],
      });
      await askForHelp(visit, SOME_REFERENCE, json);
      return visit.page.getByRole('link', {
        name: visit.texts.editions.results.replace('{{year}}', '2024'),
      });
    },
  },
  {
    name: 'payment help completed',
    title: helpTitle,
    async show(visit) {
      await askForHelp(visit, { reference: `#${lastOf(visit.demo.paidPayments).receiptCode}` });
      return heading(visit, visit.texts.help.state.completed);
    },
  },
  {
    name: 'payment help failed',
    title: helpTitle,
    async show(visit) {
      const failureReason = 'insufficient-funds';
      const json = helpWith({
        state: 'failed',
        next: 'pay-again',
        failureReason,
        askedUntil: '2025-11-30T20:00:00.000Z',
        story: [
          helpStep('created', '20:00'),
          helpStep('prompt-sent', '20:01'),
          helpStep('failed', '20:02', failureReason),
        ],
      });
      await askForHelp(visit, SOME_REFERENCE, json);
      return heading(visit, visit.texts.help.state.failed);
    },
  },
  {
    name: 'payment help completed after a failure',
    title: helpTitle,
    async show(visit) {
      const json = helpWith({
        state: 'completed',
        next: 'see-receipt',
        receiptCode: lastOf(visit.demo.paidPayments).receiptCode,
        story: [
          helpStep('created', '20:00'),
          helpStep('prompt-sent', '20:01'),
          helpStep('failed', '20:02', 'unknown'),
          helpStep('confirmed', '20:40'),
          helpStep('counted', '20:40'),
        ],
      });
      await askForHelp(visit, SOME_REFERENCE, json);
      return visit.page.getByText(visit.texts.help.noReason);
    },
  },
  {
    name: 'payment help reversed',
    title: helpTitle,
    async show(visit) {
      const json = helpWith({
        state: 'reversed',
        next: 'watch-account',
        method: 'card',
        failureReason: 'refunded',
        story: [
          helpStep('created', '20:00'),
          helpStep('card-submitted', '20:01'),
          helpStep('confirmed', '20:02'),
          helpStep('counted', '20:02'),
          helpStep('money-back', '21:15', 'refunded'),
        ],
      });
      await askForHelp(visit, SOME_REFERENCE, json);
      return heading(visit, visit.texts.help.state.reversed);
    },
  },
  {
    name: 'payment help needing attention',
    title: helpTitle,
    async show(visit) {
      const json = helpWith({
        state: 'attention',
        next: 'wait-for-organisers',
        story: [
          helpStep('created', '20:00'),
          helpStep('prompt-sent', '20:01'),
          helpStep('under-review', '20:02'),
        ],
      });
      await askForHelp(visit, SOME_REFERENCE, json);
      return heading(visit, visit.texts.help.state.attention);
    },
  },
  {
    name: 'payment help by phone',
    title: helpTitle,
    async show(visit) {
      await askForHelp(
        visit,
        { phone: '+237 6 77 12 34 56' },
        helpWith({ state: 'failed', next: 'pay-again', story: [] }),
      );
      return visit.page.getByText(visit.texts.help.moreByReference);
    },
  },
  {
    name: 'payment help not found',
    title: helpTitle,
    async show(visit) {
      await askForHelp(visit, SOME_REFERENCE);
      return heading(visit, visit.texts.help.notFound.reference);
    },
  },
  {
    name: 'payment help not found by phone',
    title: helpTitle,
    async show(visit) {
      await askForHelp(visit, { phone: freshNumber() });
      return heading(visit, visit.texts.help.notFound.phone);
    },
  },
  {
    name: 'payment help error',
    title: helpTitle,
    async show(visit) {
      await answer(visit.page, HELP_API, {}, 500);
      await askForHelp(visit, SOME_REFERENCE);
      return heading(visit, visit.texts.help.error.title);
    },
  },
  {
    name: 'payment help rate-limited',
    title: helpTitle,
    async show(visit) {
      await mockRateLimit(visit.page, HELP_API, 'too-many-requests');
      await askForHelp(visit, SOME_REFERENCE);
      return heading(visit, visit.texts.help.error.limitTitle);
    },
  },
];
