import { expect, type Page } from '@playwright/test';
import type { Analytics, EditionFigures } from '#shared/contracts/admin-payments';
import { answer, heading, hold, signInAsAdministrator, type Visit } from '../visit';
import { answerStats } from './admin-figures';
import type { ScreenState } from './screen-state';

export const ANALYTICS_API = '**/api/admin/analytics?*';
const EDITIONS_API = '**/api/admin/editions/figures*';
const CHART_CODE = '**/assets/chart-canvas-*';

const LAST_HOUR = Date.parse('2025-11-28T20:00:00Z');
const HOUR_MS = 3_600_000;
const HOURS = 48;
/** One of them compares editions. */
export const CHARTS = 9;

const newestLast = (length: number, stepMs: number) =>
  Array.from({ length }, (_, index) =>
    new Date(LAST_HOUR - (length - 1 - index) * stepMs).toISOString(),
  );
const days = (period: number) => newestLast(period, 24 * HOUR_MS).map((at) => at.slice(0, 10));
const hours = () => newestLast(HOURS, HOUR_MS).map((at) => at.replace('.000Z', 'Z'));

const ARTISTS = [
  'Mama Njanga & The Bamenda Grassfields All-Stars Orchestra featuring Petit Pays',
  'Marie-Antoinette Ngo Nyobé Mbock épouse Tchoumi',
  'Junior Kasanji',
  'Élodie Ebwélé',
  'Wax',
].map((name, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  name,
  votes: Math.round(1_284_391 / (index + 1) ** 2),
}));

const editionOf = (year: string, days: number, votes: number) => ({
  payments: 500_044 * days,
  votes: votes * days,
  money: [
    { amountMinor: votes * days * 30, currency: 'USD' as const },
    { amountMinor: votes * days * 70, currency: 'XAF' as const },
  ],
  difference: { differences: [], votes: 0 },
  year,
  voters: 301_007 * days,
  days: Array.from({ length: days }, (_day, index) => ({
    day: index + 1,
    votes,
    money: [{ amountMinor: votes * 70, currency: 'XAF' as const }],
  })),
});
const { year: _year, voters: _voters, days: _days, ...ALL_SUMS } = editionOf('', 82, 1_204_391);
const EDITIONS: EditionFigures = {
  editions: [editionOf('2024', 40, 1_204_391), editionOf('2025', 42, 1_204_391)],
  all: { ...ALL_SUMS, difference: { differences: ALL_SUMS.money, votes: 12_044 } },
};

/** Before anything was counted. */
export const noFigures = (period: number): Analytics => ({
  activeCategories: 0,
  paymentMethods: {
    isForecast: true,
    methods: [
      { method: 'card', percent: 65, payments: 0 },
      { method: 'mobile-money', percent: 35, payments: 0 },
    ],
  },
  votesPerDay: days(period).map((day) => ({ day, votes: 0 })),
  votesPerHour: hours().map((at) => ({ at, votes: 0 })),
  revenuePerDay: days(period).map((day) => ({ day, card: 0, mobileMoney: 0 })),
  topArtists: [],
  topByCategory: [
    {
      categoryId: '00000000-0000-4000-8000-000000000010',
      name: 'Album of the Year',
      nameFr: 'Album de l’année',
      artists: [],
    },
  ],
  funnel: { created: 0, attempted: 0, completed: 0 },
  failureReasons: [],
  links: [],
});

/** Names and numbers of maximum length. */
export const largeFigures = (period: number): Analytics => ({
  ...noFigures(period),
  activeCategories: 2,
  paymentMethods: {
    isForecast: false,
    methods: [
      { method: 'card', percent: 21.4, payments: 214_019 },
      { method: 'mobile-money', percent: 78.6, payments: 786_070 },
    ],
  },
  votesPerDay: days(period).map((day, index) => ({ day, votes: 31_007 * ((index % 7) + 1) })),
  votesPerHour: hours().map((at, index) => ({ at, votes: 907 * (index % 24) })),
  revenuePerDay: days(period).map((day, index) => ({
    day,
    card: 1_007.5 * ((index % 5) + 1),
    mobileMoney: 2_404.37 * ((index % 7) + 1),
  })),
  topArtists: ARTISTS,
  topByCategory: [
    {
      categoryId: '00000000-0000-4000-8000-000000000010',
      name: 'Best Performance on a Stage in Central Africa',
      nameFr: 'Meilleure prestation scénique en Afrique centrale',
      artists: ARTISTS,
    },
    {
      categoryId: '00000000-0000-4000-8000-000000000011',
      name: 'Album of the Year',
      nameFr: 'Album de l’année',
      artists: ARTISTS.slice(0, 1),
    },
  ],
  funnel: { created: 1_284_391, attempted: 1_100_203, completed: 1_000_089 },
  failureReasons: [
    { reason: 'declined', payments: 58_204 },
    { reason: 'no-wallet', payments: 31_077 },
    { reason: 'authentication-failed', payments: 8_031 },
    { reason: 'disputed', payments: 12 },
    { reason: 'of-a-later-release', payments: 3 },
  ],
  links: [
    { source: 'whatsapp / groupe des fans de mama njanga / grande finale', votes: 904_117 },
    { source: 'share', votes: 310_004 },
    { source: 'radio-balafon', votes: 60_203 },
    { source: 'affiche', votes: 0 },
  ].map((link) => ({ ...link, visits: 2 * link.votes + 3_061, checkouts: link.votes + 87 })),
});

/** Mocks the responses for every period; editions are compared once something was counted. */
export async function answerAnalytics(page: Page, of: (period: number) => Analytics) {
  await answerStats(page);
  const editions = of === noFigures ? [] : EDITIONS.editions;
  await answer(page, EDITIONS_API, { ...EDITIONS, editions });
  await page.route(ANALYTICS_API, (route) => {
    const period = new URL(route.request().url()).searchParams.get('days');
    return route.fulfill({ json: of(Number(period)) });
  });
}

/** If the server were reachable, the page would reload once to retry. */
export async function withoutChartCode(page: Page): Promise<void> {
  await page.route(CHART_CODE, (route) => route.abort());
  await page.route('/', (route) => route.abort());
}

async function open({ page }: Visit, period = 30): Promise<void> {
  await signInAsAdministrator(page);
  await page.goto(`/admin?tab=analytics&days=${period}`);
}

const title = ({ texts }: Visit) => texts.admin.shell.dashboard;

export const analyticsStates: ScreenState[] = [
  {
    name: 'analytics',
    title,
    async show(visit) {
      await answerAnalytics(visit.page, largeFigures);
      await open(visit);
      return visit.page.locator('canvas').last();
    },
  },
  {
    name: 'analytics of a quarter with its numbers',
    title,
    async show(visit) {
      const { page, texts } = visit;
      await answerAnalytics(page, largeFigures);
      await open(visit, 90);
      const openers = page
        .getByText(texts.analytics.numbers.show, { exact: true })
        .filter({ visible: true });
      await expect(openers).toHaveCount(CHARTS);
      while ((await openers.count()) > 0) await openers.first().click();
      return page.getByRole('table').last();
    },
  },
  {
    name: 'analytics loading',
    title,
    async show(visit) {
      await answerStats(visit.page);
      await answer(visit.page, EDITIONS_API, EDITIONS);
      await hold(visit.page, ANALYTICS_API);
      await open(visit);
      const spinner = visit.page.getByRole('tabpanel').getByText(visit.texts.common.loading);
      return spinner.locator('..').locator('svg');
    },
  },
  {
    name: 'analytics without a vote',
    title,
    async show(visit) {
      await answerAnalytics(visit.page, noFigures);
      await open(visit);
      return visit.page.getByText(visit.texts.analytics.votesPerDay.empty);
    },
  },
  {
    name: 'analytics without charts',
    title,
    async show(visit) {
      await answerAnalytics(visit.page, largeFigures);
      await withoutChartCode(visit.page);
      await open(visit, 7);
      return visit.page.getByText(visit.texts.analytics.noPicture).last();
    },
  },
  {
    name: 'analytics error',
    title,
    async show(visit) {
      await answerStats(visit.page);
      await answer(visit.page, EDITIONS_API, EDITIONS);
      await answer(
        visit.page,
        ANALYTICS_API,
        { code: 'unavailable', message: 'for machines' },
        503,
      );
      await open(visit);
      return heading(visit, visit.texts.admin.loadError.heading);
    },
  },
];
