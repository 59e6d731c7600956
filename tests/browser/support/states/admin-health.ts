import type { Locator } from '@playwright/test';
import type { Health, HealthItem } from '#shared/contracts/admin-health';
import type { MobileMoneyRoutes } from '#shared/contracts/mobile-money-routes';
import type { OperatorWords } from '#shared/contracts/operator-words';
import type { Role } from '#shared/domain/permissions';
import { ROUTES_API, ROUTES_DOWN, ROUTES_WELL } from '#tests/support/mobile-money-routes';
import { fillIn } from '../texts';
import { answer, heading, hold, signInAsAdministrator, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const HEALTH_API = '**/api/admin/health';
const OPERATOR_WORDS_API = '**/api/admin/operator-words';
const HOUR_S = 3_600;

const healthOf = (items: HealthItem[]): Health => ({
  at: '2025-11-28T20:15:00.000Z',
  runningSince: '2025-11-01T08:00:00.000Z',
  items,
});

const WELL = healthOf([
  { about: 'money', state: 'well', differences: [], votes: 0 },
  {
    about: 'count',
    state: 'well',
    differences: 0,
    first: null,
    at: '2025-11-28T03:00:00.000Z',
    pausedSince: null,
  },
  { about: 'open-payments', state: 'well', count: 12, oldestSeconds: 140 },
  { about: 'flags', state: 'well', count: 0 },
  { about: 'checks', state: 'well', count: 0, lagSeconds: 0 },
  { about: 'provider', state: 'well', name: 'campay', access: 'accepted' },
  { about: 'provider', state: 'well', name: 'stripe', access: 'accepted' },
  { about: 'webhooks', state: 'well', refusedOf: [] },
  { about: 'operator-words', state: 'well', count: 0 },
  { about: 'mails', state: 'well', isOn: true, count: 0, lagSeconds: 0 },
  { about: 'database', state: 'well', milliseconds: 2 },
  { about: 'clock', state: 'well', seconds: 0 },
]);

/** Everything at once, with the longest values. */
const WRONG = healthOf([
  {
    about: 'money',
    state: 'wrong',
    differences: [
      { amountMinor: -1_234_500, currency: 'XAF' },
      { amountMinor: 123_450, currency: 'USD' },
    ],
    votes: 12_345,
  },
  {
    about: 'count',
    state: 'wrong',
    differences: 1_204,
    first:
      'nomination 0b1c2d3e-4f50-4617-8283-94a5b6c7d8e9: total says 12345, the ledger counts 12344',
    at: null,
    pausedSince: '2025-11-28T20:14:00.000Z',
  },
  { about: 'open-payments', state: 'wrong', count: 10_000, oldestSeconds: 100 * HOUR_S },
  { about: 'flags', state: 'look', count: 1_204 },
  { about: 'checks', state: 'wrong', count: 10_000, lagSeconds: 5 * HOUR_S },
  { about: 'provider', state: 'wrong', name: 'mtn-momo', access: 'unknown' },
  { about: 'provider', state: 'wrong', name: 'fapshi', access: 'refused' },
  { about: 'webhooks', state: 'look', refusedOf: ['campay', 'fapshi', 'stripe'] },
  { about: 'operator-words', state: 'look', count: 300 },
  { about: 'mails', state: 'look', isOn: false, count: 0, lagSeconds: 0 },
  { about: 'database', state: 'look', milliseconds: 4_321 },
  { about: 'clock', state: 'wrong', seconds: 600 },
]);

const NO_TEXTS: OperatorWords = { texts: [], others: 0 };
const SEEN = {
  provider: 'campay',
  firstSeenAt: '2025-11-28T19:02:00.000Z',
  lastSeenAt: '2025-11-28T20:14:00.000Z',
};
const TEXTS: OperatorWords = {
  texts: [
    { ...SEEN, words: "Le compte de … n'est pas éligible", payments: 1_204, reason: null },
    {
      ...SEEN,
      provider: 'mtn-momo',
      words: `AUTHORIZATION_${'TRANSFER_ACCOUNT_'.repeat(9)}RESTRICTED`,
      payments: 1,
      reason: null,
    },
    { ...SEEN, words: 'Service restreint', payments: 12, reason: 'wallet-inactive' },
  ],
  others: 31,
};

const title = ({ texts }: Visit) => texts.health.title;

async function open({ page }: Visit, routes: MobileMoneyRoutes = ROUTES_WELL): Promise<void> {
  await signInAsAdministrator(page);
  await answer(page, ROUTES_API, routes);
  await answer(page, OPERATOR_WORDS_API, NO_TEXTS);
  await page.goto('/admin/health');
}

/** Health with texts that no rule knows. */
async function openTexts({ page, texts }: Visit, role?: Role): Promise<Locator> {
  await answer(page, HEALTH_API, WRONG);
  await signInAsAdministrator(page, role);
  await answer(page, ROUTES_API, ROUTES_WELL);
  await answer(page, OPERATOR_WORDS_API, TEXTS);
  await page.goto('/admin/health');
  const list = page.getByRole('region', { name: texts.health.operatorWords.section });
  await list.scrollIntoViewIfNeeded();
  return list;
}

export const healthStates: ScreenState[] = [
  {
    name: 'health, all well',
    title,
    async show(visit) {
      await answer(visit.page, HEALTH_API, WELL);
      await open(visit);
      return visit.page.getByText(visit.texts.health.money.well);
    },
  },
  {
    name: 'health, many problems',
    title,
    async show(visit) {
      await answer(visit.page, HEALTH_API, WRONG);
      await open(visit);
      return visit.page.getByText(visit.texts.health.provider.refused);
    },
  },
  {
    name: 'health with providers that are down',
    title,
    async show(visit) {
      await answer(visit.page, HEALTH_API, WELL);
      await open(visit, ROUTES_DOWN);
      return visit.page.getByText(visit.texts.health.routes.reason['reported-down']);
    },
  },
  {
    name: 'health, fix a provider',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await answer(page, HEALTH_API, WELL);
      await open(visit);
      const names = { provider: 'Fapshi', operator: 'Orange' };
      await page.getByRole('button', { name: fillIn(texts.health.routes.use, names) }).click();
      return heading(visit, fillIn(texts.health.routes.question.fixed, names));
    },
  },
  {
    name: 'health without the providers',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await answer(page, HEALTH_API, WELL);
      await signInAsAdministrator(page, 'viewer');
      await answer(page, OPERATOR_WORDS_API, NO_TEXTS);
      await answer(page, ROUTES_API, { code: 'unavailable', message: 'for machines' }, 503);
      await page.goto('/admin/health');
      return page.getByText(texts.health.routes.unknown);
    },
  },
  {
    name: 'health, texts that no rule knows',
    title,
    async show(visit) {
      const list = await openTexts(visit);
      const { meaning, save } = visit.texts.health.operatorWords;
      await list.getByLabel(meaning).first().selectOption('limit-reached');
      return list.getByRole('button', { name: save });
    },
  },
  {
    name: 'health, texts that no rule knows, as a viewer',
    title,
    async show(visit) {
      const list = await openTexts(visit, 'viewer');
      return list.getByText(visit.texts.health.operatorWords.unnamed).first();
    },
  },
  {
    name: 'health loading',
    title,
    async show(visit) {
      await hold(visit.page, HEALTH_API);
      await open(visit);
      const spinner = visit.page.getByRole('main').getByText(visit.texts.common.loading).last();
      return spinner.locator('..').locator('svg').first();
    },
  },
  {
    name: 'health error',
    title,
    async show(visit) {
      await answer(visit.page, HEALTH_API, { code: 'unavailable', message: 'for machines' }, 503);
      await open(visit);
      return heading(visit, visit.texts.admin.loadError.heading);
    },
  },
];
