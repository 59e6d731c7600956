import type {
  EventSettings,
  RetentionPreview,
  SavedSettings,
} from '#shared/contracts/event-settings';
import { ROUTES_API, ROUTES_WELL } from '#tests/support/mobile-money-routes';
import { fillIn } from '../texts';
import { answer, heading, hold, signInAsAdministrator, type Visit } from '../visit';
import type { ScreenState } from './screen-state';

const SETTINGS_API = '**/api/admin/settings';

/** Every setting has a long value. */
const SETTINGS: EventSettings = {
  name: 'Cameroon Music and Arts Awards of the Grassfields',
  nameFr: 'Prix camerounais de la musique et des arts des Grassfields',
  year: '2025',
  timezone: 'Africa/Douala',
  opensAt: '2025-11-01T07:00:00.000Z',
  closesAt: '2035-11-29T20:00:00.000Z',
  prices: { mobileMoney: 150, card: 75 },
  votes: { min: 5, max: 50 },
  methods: { mobileMoney: true, card: true },
  routing: {
    mtn: { order: ['campay', 'mtn-momo', 'fapshi'], fixed: null },
    orange: { order: null, fixed: 'fapshi' },
  },
  contact: {
    email: 'help-with-votes@awards.example',
    phone: '+237 6 77 00 00 00',
    whatsapp: '+237 6 99 00 00 00',
  },
  organiser: {
    en: 'The awards are organised by the association of producers. What is left pays for the school of music in Bamenda.',
    fr: 'Le prix est organisé par l’association des producteurs. Ce qui reste finance l’école de musique de Bamenda.',
  },
  refunds: {
    en: 'A counted vote is not given back.',
    fr: 'Un vote compté n’est pas remboursé.',
  },
  banner: {
    text: { en: 'The show begins at eight.', fr: 'Le spectacle commence à vingt heures.' },
    from: null,
    to: null,
  },
  results: { policy: 'sealed', sealedFrom: '2025-11-28T20:00:00.000Z', releasesAtClose: true },
  retentionDays: 180,
  xafPerUsd: 600,
};

export const savedSettings = (changed: Partial<SavedSettings> = {}): SavedSettings => ({
  state: 'current',
  settings: SETTINGS,
  version: 3,
  updatedAt: '2025-11-20T09:00:00.000Z',
  resultsPublishedAt: null,
  publicationUndoUntil: null,
  shows: 'sealed',
  erasure: null,
  ...changed,
});

const title = ({ texts }: Visit) => texts.settings.title;

/** What an earlier change would have deleted, and what a current one does. */
const ERASURE = { from: '2025-11-22T09:30:00.000Z', payments: 12_345 };

async function open(
  { page }: Visit,
  saved: SavedSettings = savedSettings(),
  preview: RetentionPreview = { erasure: null },
): Promise<void> {
  await signInAsAdministrator(page);
  await answer(page, ROUTES_API, ROUTES_WELL);
  await answer(page, SETTINGS_API, saved);
  await answer(page, `${SETTINGS_API}/preview`, preview);
  await page.goto('/admin/settings');
}

const save = ({ page, texts }: Visit) =>
  page.getByRole('button', { name: texts.settings.save, exact: true }).click();

export const settingsStates: ScreenState[] = [
  {
    name: 'settings',
    title,
    async show(visit) {
      await open(visit);
      return visit.page.getByLabel(visit.texts.settings.field.name);
    },
  },
  {
    name: 'settings loading',
    title,
    async show(visit) {
      await signInAsAdministrator(visit.page);
      await hold(visit.page, SETTINGS_API);
      await visit.page.goto('/admin/settings');
      const spinner = visit.page.getByRole('main').getByText(visit.texts.common.loading).last();
      return spinner.locator('..').locator('svg').first();
    },
  },
  {
    name: 'settings with problems',
    title,
    async show(visit) {
      await open(visit, savedSettings({ settings: { ...SETTINGS, closesAt: null } }));
      const { page, texts } = visit;
      const fill = (label: string, text: string) =>
        page.getByLabel(label, { exact: true }).fill(text);
      await fill(texts.settings.field.name, '');
      await fill(texts.settings.field.timezone, 'Africa/Nowhere');
      await fill(texts.settings.field.closesAt, '2025-10-01T20:00');
      await fill(texts.settings.field.prices.mobileMoney, '0');
      await fill(texts.settings.field.votes.max, '4');
      await fill(texts.settings.field.organiser.fr, '');
      await page.getByLabel(texts.settings.field.methods.mobileMoney).uncheck();
      await page.getByLabel(texts.settings.field.methods.card).uncheck();
      await save(visit);
      return page.getByText(texts.settings.problem['no-method']);
    },
  },
  {
    name: 'settings with a provider twice',
    title,
    async show(visit) {
      await open(visit);
      const { page, texts } = visit;
      const { placeOf, place } = texts.settings.routing;
      const second = fillIn(placeOf, { place: place[2], operator: 'MTN' });
      await page.getByLabel(second, { exact: true }).selectOption('campay');
      await save(visit);
      return page.getByText(texts.settings.problem['provider-twice']);
    },
  },
  {
    name: 'settings, close voting now',
    title,
    async show(visit) {
      const results = { ...SETTINGS.results, policy: 'live' as const, sealedFrom: null };
      await open(visit, savedSettings({ settings: { ...SETTINGS, results } }));
      const { page, texts } = visit;
      await page
        .getByLabel(texts.settings.field.closesAt, { exact: true })
        .fill('2025-11-21T20:00');
      await save(visit);
      return heading(visit, texts.settings.closing.title);
    },
  },
  {
    name: 'settings, delete details sooner',
    title,
    async show(visit) {
      await open(visit, savedSettings(), { erasure: ERASURE });
      await visit.page.getByLabel(visit.texts.settings.field.retentionDays).fill('1');
      await save(visit);
      return heading(visit, visit.texts.settings.erasing.title);
    },
  },
  {
    name: 'settings, details deleted sooner',
    title,
    async show(visit) {
      await open(visit, savedSettings({ erasure: { ...ERASURE, retentionDaysBefore: 180 } }));
      return visit.page.getByRole('main').getByRole('alert');
    },
  },
  {
    name: 'settings, saved by another owner',
    title,
    async show(visit) {
      const theirs = savedSettings({
        version: 4,
        settings: {
          ...SETTINGS,
          year: '2026',
          prices: { mobileMoney: 200, card: 75 },
          routing: { mtn: { order: [], fixed: null }, orange: { order: ['fapshi'], fixed: null } },
        },
      });
      await open(visit);
      const { page, texts } = visit;
      await page.getByLabel(texts.settings.field.retentionDays).fill('90');
      await page.route(SETTINGS_API, (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 409, json: { code: 'changed-meanwhile', message: 'newer' } })
          : route.fulfill({ json: theirs }),
      );
      await save(visit);
      return heading(visit, texts.settings.conflict.title);
    },
  },
  {
    name: 'settings, publish the results',
    title,
    async show(visit) {
      await open(visit);
      const { page, texts } = visit;
      await page.getByRole('button', { name: texts.settings.publish.button }).click();
      return heading(visit, texts.settings.publish.question);
    },
  },
  {
    name: 'settings, results published',
    title,
    async show(visit) {
      const published = { resultsPublishedAt: '2025-11-30T21:00:00.000Z', shows: 'live' } as const;
      await open(visit, savedSettings(published));
      return heading(visit, visit.texts.settings.publish.title);
    },
  },
];
