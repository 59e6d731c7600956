import type { Page } from '@playwright/test';
import type { Stats } from '#shared/contracts/admin-payments';
import { answer } from '../visit';

/** Figures of maximum length. */
const STATS: Stats = {
  totalArtists: 1_284,
  totalCategories: 12,
  totalVotes: 1_048_576,
  totalRevenue: 246_913.58,
  todayVotes: 20_480,
  todayRevenue: 4_812.5,
  totalByCurrency: [
    { amountMinor: 9_876_543, currency: 'USD' },
    { amountMinor: 88_888_900, currency: 'XAF' },
  ],
  todayByCurrency: [
    { amountMinor: 123_450, currency: 'USD' },
    { amountMinor: 2_146_800, currency: 'XAF' },
  ],
  xafPerUsd: 600,
  needALook: 0,
  doBooksAgree: true,
  doesCountHold: true,
  erasureFrom: null,
};

/** The figures at the top of the dashboard, above each of its tabs. */
export const answerStats = (page: Page, changed: Partial<Stats> = {}) =>
  answer(page, '**/api/stats*', { ...STATS, ...changed });
