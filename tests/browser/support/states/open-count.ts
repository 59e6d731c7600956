import { expect } from '@playwright/test';
import type { OpenCount } from '#shared/contracts/open-count';
import { answer, heading, hold, intercept, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const title = ({ texts }: Visit) => texts.count.title;

/** The server's response with some fields changed. */
const amendCount = (visit: Visit, amend: (count: OpenCount) => OpenCount) =>
  intercept(visit.page, '**/api/count', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: amend(await response.json()) });
  });

async function start({ page, texts }: Visit) {
  await page.goto('/count');
  await page.getByRole('button', { name: texts.count.recount.start }).click();
}

export const openCountStates: ScreenState[] = [
  {
    name: 'open count',
    title,
    async show(visit) {
      await visit.page.goto('/count');
      return heading(visit, visit.texts.count.proves.heading);
    },
  },
  {
    name: 'open count with witnesses and seals',
    title,
    async show(visit) {
      await amendCount(visit, (count) => ({
        ...count,
        head: count.head && { ...count.head, sealed: 1_204 },
        witnesses: [
          {
            name: 'witness.example/le-journal-du-littoral',
            seen: { size: 883, at: '2025-11-28T20:14:00.000Z' },
          },
          { name: 'witness.example/late', seen: null },
        ],
      }));
      await visit.page.goto('/count');
      return visit.page.getByText(visit.texts.count.witness.heading, { exact: true });
    },
  },
  {
    name: 'open count of several editions, published and taken back',
    title,
    async show(visit) {
      await amendCount(visit, ({ edition, ...count }) => ({
        ...count,
        edition: {
          ...edition,
          publications: [
            { what: 'published', at: '2025-11-28T20:14:00.000Z' },
            { what: 'withdrawn', at: '2025-11-28T20:21:00.000Z' },
            { what: 'published', at: '2025-11-29T08:00:00.000Z' },
          ],
        },
        editions: [{ ...edition, id: 0, year: '2024' }, edition],
      }));
      await visit.page.goto('/count');
      return heading(visit, visit.texts.count.edition.all);
    },
  },
  {
    name: 'open count paused, as the continuation of another',
    title,
    async show(visit) {
      const pausedSince = '2025-11-28T20:14:00.000Z';
      await amendCount(visit, (count) => ({
        ...count,
        pausedSince,
        continues: {
          entry: 883,
          origin: 'awards-of-the-grassfields.example/count',
          size: 901,
          reason: 'The standby was eight seconds behind when it was promoted.',
        },
      }));
      await visit.page.goto('/count');
      return visit.page.getByText(visit.texts.count.paused.meaning);
    },
  },
  {
    name: 'open count before the first vote',
    title,
    async show(visit) {
      await amendCount(visit, (count) => ({ ...count, head: null }));
      await visit.page.goto('/count');
      return heading(visit, visit.texts.count.empty.heading);
    },
  },
  {
    name: 'open count not loaded',
    title,
    async show(visit) {
      await answer(visit.page, '**/api/count', { code: 'internal', message: 'for machines' }, 500);
      await visit.page.goto('/count');
      return heading(visit, visit.texts.count.loadError.heading);
    },
  },
  {
    name: 'open count being recounted',
    title,
    async show(visit) {
      await hold(visit.page, '**/count/tile/entries/**');
      await start(visit);
      return visit.page.getByRole('progressbar');
    },
  },
  {
    name: 'open count recounted',
    title,
    async show(visit) {
      await start(visit);
      const outcome = visit.page.getByRole('main').getByRole('status');
      await expect(outcome).toHaveText(/./, { timeout: 120_000 });
      return outcome;
    },
  },
  {
    name: 'open count with a changed entry',
    title,
    async show(visit) {
      await intercept(visit.page, '**/count/tile/entries/**', async (route) => {
        const response = await route.fetch();
        const body = await response.body();
        body[body.length - 2] = 0x39;
        await route.fulfill({ response, body });
      });
      await start(visit);
      return visit.page.getByText(visit.texts.count.recount.different);
    },
  },
  {
    name: 'timeline of the votes',
    title: ({ demo, language }) =>
      (language === 'fr' ? demo.category.nameFr : null) ?? demo.category.name,
    async show({ page, demo, texts }) {
      await page.goto(`/category/${demo.category.id}`);
      const course = page.getByRole('region', { name: texts.catalog.timeline });
      await course.scrollIntoViewIfNeeded();
      await course.getByRole('slider').waitFor();
      return course.getByRole('img');
    },
  },
];
