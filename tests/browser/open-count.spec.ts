import { expect, type Page, type Route } from '@playwright/test';
import type { Nomination } from '#shared/contracts/catalog';
import type { EventSettings, SavedSettings } from '#shared/contracts/event-settings';
import type { OpenCount } from '#shared/contracts/open-count';
import { SAME_ORIGIN, signIn } from './support/administrator';
import { pay } from './support/demo';
import { FLOW_VOTERS } from './support/flows';
import { startOwnDemo } from './support/own-demo';
import { test } from './support/test';
import { fillIn, type Texts, textsOf, withAnyNumbers } from './support/texts';
import { expectUsable } from './support/usable';
import { amendConfig, type Visit } from './support/visit';
import { LAPTOP, PHONE } from './support/voter';

const ENTRIES = '**/count/tile/entries/**';
const NOMINATIONS = '**/api/nominations/category/*';

/** Runs a recount and returns its result. */
async function recountOn({ page, texts }: Pick<Visit, 'page' | 'texts'>) {
  const { start, again } = texts.count.recount;
  await page
    .getByRole('button', { name: start })
    .or(page.getByRole('button', { name: again }))
    .click();
  const outcome = page.getByRole('main').getByRole('status');
  await expect(outcome).toHaveText(/./, { timeout: 120_000 });
  return outcome;
}

async function expectEqual(visit: Pick<Visit, 'page' | 'texts'>): Promise<void> {
  await expect(await recountOn(visit)).toHaveText(
    withAnyNumbers(visit.texts.count.recount.equal_other),
  );
}

async function expectDifferent(visit: Visit, sentence: string | RegExp): Promise<void> {
  const outcome = await recountOn(visit);
  await expect(outcome).toContainText(visit.texts.count.recount.different);
  await expect(outcome).toContainText(sentence);
}

/** Skips the waits: data that does not change after several attempts is taken as final. */
const skipWaits = (page: Page) =>
  page.route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const script =
      'const later = self.setTimeout.bind(self); self.setTimeout = (run) => later(run, 10);';
    await route.fulfill({ response, body: `${script}${await response.text()}` });
  });

for (const setup of FLOW_VOTERS) {
  const { language, width } = setup;
  test(`a visitor recounts everything, ${language}, ${width} px`, async ({ visitor }) => {
    const visit = await visitor(setup);
    const { page, texts } = visit;
    await page.goto('/');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: texts.common.footer.countLink })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.count.title);
    await expect(page).toHaveTitle(new RegExp(`^${texts.count.title} – `));
    await expectEqual(visit);
    await expectUsable(page);
    // Compared with what this browser has seen before.
    await expectEqual(visit);
  });
}

test('a recount can be stopped, and one without a network gives no result', async ({ visitor }) => {
  const visit = await visitor({ language: 'en', ...LAPTOP });
  const { page, texts } = visit;
  const { recount } = texts.count;
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  await page.route(ENTRIES, () => reach());
  await page.goto('/count');
  await page.getByRole('button', { name: recount.start }).click();
  await expect(page.getByRole('progressbar', { name: recount.progress })).toBeVisible();
  await reached;
  await page.getByRole('button', { name: recount.stop }).click();
  await expect(page.getByText(recount.stopped)).toBeVisible();
  await page.unroute(ENTRIES);
  await page.route(ENTRIES, (route) => route.abort());
  await expect(await recountOn(visit)).toHaveText(recount.unreachable);
});

test.describe('a recount reports', () => {
  test('which entry was altered', async ({ visitor }) => {
    const visit = await visitor({ language: 'en', ...LAPTOP });
    const { page, texts } = visit;
    await page.route(ENTRIES, async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      const at = body.indexOf('"amount":') + '"amount":'.length;
      body[at] = body[at] === 0x39 ? 0x38 : 0x39;
      await route.fulfill({ response, body });
    });
    await page.goto('/count');
    await expectDifferent(visit, withAnyNumbers(texts.count.recount.difference.altered));
  });

  test('which total differs from the entries', async ({ visitor }) => {
    const visit = await visitor({ language: 'fr', ...LAPTOP });
    const { page, demo, texts } = visit;
    await skipWaits(page);
    const { id, name } = demo.artist;
    await alterNominations(page, id, (one) => {
      one.voteCount = 123_456;
    });
    await page.goto('/count');
    const { total } = texts.count.recount.difference;
    await expectDifferent(visit, fillIn(total.split('{{category}}')[0] ?? '', { artist: name }));
  });

  test('which nominee has another name', async ({ visitor }) => {
    const visit = await visitor({ language: 'en', ...LAPTOP });
    const { page, demo, texts } = visit;
    await skipWaits(page);
    const { id, name } = demo.artist;
    await alterNominations(page, id, (one) => {
      one.artist.name = 'Somebody Else';
    });
    await page.goto('/count');
    const sentence = fillIn(texts.count.recount.difference.name, {
      log: name,
      site: 'Somebody Else',
    });
    await expectDifferent(visit, sentence);
  });

  test('that entries are missing at the end', async ({ visitor }) => {
    const visit = await visitor({ language: 'en', ...LAPTOP });
    const { page, demo, texts } = visit;
    await skipWaits(page);
    const older = await (await page.request.get('/count/checkpoint')).text();
    const size = Number(older.split('\n')[1]);
    await pay(page.request, await nominationsOf(page, demo.artist.id), '');
    await expect.poll(() => entriesOn(page)).toBeGreaterThan(size);
    await page.route('**/count/checkpoint', (route) => route.fulfill({ body: older }));
    await page.goto('/count');
    await expectDifferent(visit, withAnyNumbers(texts.count.recount.difference.shorter));
  });
});

/**
 * Changes only the data of one artist that the page gets: other tests vote for others meanwhile.
 */
const alterNominations = (page: Page, artistId: string, alter: (one: Nomination) => void) =>
  page.route(NOMINATIONS, async (route: Route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const nominations: Nomination[] = await response.json();
    const ownNominations = nominations.filter(({ artist }) => artist.id === artistId);
    ownNominations.forEach(alter);
    await route.fulfill({ response, json: ownNominations });
  });

const nominationsOf = async (page: Page, artistId: string): Promise<Nomination[]> =>
  (await page.request.get(`/api/nominations/artist/${artistId}`)).json();

async function entriesOn(page: Page): Promise<number> {
  const count: OpenCount = await (await page.request.get('/api/count')).json();
  return count.head?.size ?? 0;
}

test('the timeline of a category shows lines, a chosen moment and a table of its numbers', async ({
  visitor,
}) => {
  const visit = await visitor({ language: 'en', ...LAPTOP });
  const { page, demo, texts } = visit;
  await page.goto(`/category/${demo.category.id}`);
  const timeline = page.getByRole('region', { name: texts.catalog.timeline });
  await timeline.scrollIntoViewIfNeeded();
  await expect(timeline.getByRole('img')).toBeVisible();
  const moment = timeline.getByRole('slider', { name: texts.count.timeline.step });
  const text = () => moment.getAttribute('aria-valuetext');
  const details = timeline.getByRole('region', { name: texts.count.timeline.step });
  await expect(details).toContainText(withAnyNumbers(texts.count.timeline.inPayments_other));
  await moment.press('Home');
  await expect(details).toContainText((await text()) ?? '');
  const first = await text();
  await moment.press('ArrowRight');
  expect(await text()).not.toBe(first);
  // A press on the chart chooses the moment below it.
  const last = Number(await moment.getAttribute('max'));
  const box = await timeline.getByRole('img').boundingBox();
  await timeline.getByRole('img').click({ position: { x: (box?.width ?? 0) / 2, y: 40 } });
  await expect.poll(async () => Number(await moment.inputValue())).toBeGreaterThan(last / 4);

  // At most six lines: another one replaces one that was removed.
  const lines = timeline.getByRole('checkbox');
  const other = lines.last();
  await expect(other).toBeDisabled();
  await lines.first().uncheck();
  await other.check();
  await expect(lines.first()).not.toBeChecked();
  await expect(timeline.getByRole('checkbox', { checked: true })).toHaveCount(6);

  await timeline.getByText(texts.count.timeline.ranges.day, { exact: true }).click();
  await expect(
    timeline.getByRole('radio', { name: texts.count.timeline.ranges.day }),
  ).toBeChecked();
  // Its steps are different, and the selection starts over.
  await expect(moment).not.toHaveAttribute('max', String(last));
  await timeline.getByText(texts.count.timeline.show).click();
  await expect(timeline.getByRole('table').getByRole('columnheader')).toHaveCount(7);
  await expect(timeline.getByRole('table').getByRole('rowheader').first()).toBeVisible();
  await expectUsable(page);
});

test('the timeline also loads when the nominees load first', async ({ visitor, demo }) => {
  const visit = await visitor({ language: 'fr', ...PHONE });
  const { page, texts } = visit;
  const nominees = page.getByRole('article');
  await amendConfig(page, async (config) => {
    await nominees.first().waitFor();
    return config;
  });
  await page.goto(`/category/${demo.category.id}`);
  const timeline = page.getByRole('region', { name: texts.catalog.timeline });
  await timeline.scrollIntoViewIfNeeded();
  await expect(timeline.getByRole('slider')).toBeVisible();
});

test('hidden votes have no timeline anywhere, and the count page says so', async ({ visitor }) => {
  const { page, demo, texts } = await visitor({ language: 'fr', ...LAPTOP });
  await amendConfig(page, (config) => ({ ...config, results: { shows: 'hidden', since: null } }));
  await page.goto(`/category/${demo.category.id}`);
  await expect(page.getByText(texts.catalog.results.hidden)).toBeVisible();
  await expect(page.getByRole('heading', { name: texts.catalog.timeline })).toHaveCount(0);
  await page.goto('/count');
  await expect(page.getByText(texts.count.timeline.hidden)).toBeVisible();
  await expect(page.getByText(texts.count.totals.hidden)).toBeVisible();
});

test('sealed votes are revealed unchanged once the organiser publishes', async ({ browser }) => {
  const demo = await startOwnDemo();
  const context = await browser.newContext({ baseURL: demo.url, locale: 'en-US' });
  try {
    const page = await context.newPage();
    const texts: Texts = textsOf('en');
    const visit = { page, texts };
    await signIn(page, '/admin');
    await saveResults(page, { policy: 'hidden', sealedFrom: null, releasesAtClose: false });
    const before = await entriesOn(page);
    const categories = await (await page.request.get('/api/categories')).json();
    const nominees = await page.request.get(`/api/nominations/category/${categories[0].id}`);
    const [nominee]: Nomination[] = await nominees.json();
    const { receiptCode } = await pay(page.request, [nominee!], '');
    await expect.poll(() => entriesOn(page)).toBeGreaterThan(before);

    // Only the owner already sees what was sealed.
    const { proof } = texts.receipts;
    const expectCounted = async () => {
      await page.goto(`/my-receipts?code=${receiptCode}`);
      const counted = page.getByRole('button', { name: withAnyNumbers(proof.counted) });
      await expect(counted).toBeVisible();
    };
    await expectCounted();

    await page.goto('/count');
    const outcome = await recountOn(visit);
    await expect(outcome).toContainText(withAnyNumbers(texts.count.recount.intact_other));
    await expect(outcome).toContainText(fillIn(texts.count.sealedNote_one, { count: 1 }));

    const published = await page.request.post('/api/admin/settings/publish-results', {
      headers: SAME_ORIGIN,
    });
    expect(published.status(), await published.text()).toBe(200);
    await page.reload();
    await expectEqual(visit);
    await expectCounted();
  } finally {
    await context.close();
    await demo.stop();
  }
});

async function saveResults(page: Page, results: EventSettings['results']): Promise<void> {
  const saved: SavedSettings = await (await page.request.get('/api/admin/settings')).json();
  const answer = await page.request.put('/api/admin/settings', {
    headers: SAME_ORIGIN,
    data: { version: saved.version, settings: { ...saved.settings, results } },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
