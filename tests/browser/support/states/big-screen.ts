import type { Page } from '@playwright/test';
import type { Nomination } from '#shared/contracts/catalog';
import { amendConfig, intercept, signInAsAdministrator, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const NOMINATIONS = '**/api/nominations/category/*';
const ALL_VOTES = '**/api/admin/nominations/category/*';

/** Mocks responses with fixed votes, because other tests change the demo's. */
const withVotes = (page: Page, changesOf: (index: number) => Partial<Nomination>) =>
  intercept(page, NOMINATIONS, async (route) => {
    const response = await route.fetch();
    const nominations: Nomination[] = await response.json();
    const json = nominations.map((nomination, index) => ({ ...nomination, ...changesOf(index) }));
    await route.fulfill({ response, json });
  });

const shared = { keepsLanguage: true, isInBothLanguages: true } as const;

async function open({ page, demo, language }: Visit, query = ''): Promise<void> {
  // The event stream would deliver the demo's votes.
  await page.route('**/live', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto(`/screen/${demo.category.id}?lang=${language}${query}`);
}

export const bigScreenStates: ScreenState[] = [
  {
    name: 'big screen, live',
    ...shared,
    async show(visit) {
      const { page, texts } = visit;
      const closesAt = new Date(Date.now() + 47 * 60_000).toISOString();
      await amendConfig(page, (config) => ({
        ...config,
        voting: { isOpen: true, opensAt: null, closesAt },
      }));
      await withVotes(page, (index) => ({ voteCount: 104_857 - index * 9_000, standing: null }));
      await open(visit);
      await page.getByRole('listitem').first().waitFor();
      return page.getByText(texts.screen.vote);
    },
  },
  {
    name: 'big screen, hidden',
    ...shared,
    async show(visit) {
      const { page, texts } = visit;
      await amendConfig(page, (config) => ({
        ...config,
        results: { shows: 'hidden', since: null },
      }));
      await withVotes(page, () => ({ voteCount: null, standing: null }));
      await open(visit);
      await page.getByRole('listitem').first().waitFor();
      return page.getByText(texts.screen.hidden);
    },
  },
  {
    name: 'big screen, ranks to be revealed',
    ...shared,
    async show(visit) {
      const { page, demo, texts } = visit;
      await signInAsAdministrator(page);
      const answer = await page.request.get(`/api/nominations/category/${demo.category.id}`);
      const nominations: Nomination[] = await answer.json();
      await intercept(page, ALL_VOTES, (route) =>
        route.fulfill({
          json: nominations.map((nomination, index) => ({
            ...nomination,
            voteCount: 900 - index * 100,
          })),
        }),
      );
      await open(visit, '&reveal');
      return page.getByText(texts.screen.reveal.next);
    },
  },
  {
    name: 'big screen, ranks to be revealed by the team only',
    ...shared,
    async show(visit) {
      await open(visit, '&reveal');
      return visit.page.getByText(visit.texts.screen.reveal.signIn);
    },
  },
];
