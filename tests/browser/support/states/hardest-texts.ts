import type { Page } from '@playwright/test';
import { withoutRenderedPages } from '../visit';
import type { ScreenState } from './screen-state';

/** One word of the maximum length of a name: no line can break in it. */
const NAME = 'W'.repeat(255);
const WORD = 'Mw'.repeat(400);
const ADDRESS = `${'w'.repeat(64)}@${'m'.repeat(63)}.${'m'.repeat(63)}.${'m'.repeat(57)}.cm`;

/** The longest value of each field that people fill in, by its name in responses. */
const HARDEST: Record<string, string> = {
  ...Object.fromEntries(
    [
      'name',
      'nameFr',
      'artistName',
      'artists',
      'categoryName',
      'categoryNameFr',
      'nominationTitle',
      'nominationTitleFr',
      'displayName',
      'adminName',
      'entityName',
      'entityNameFr',
      'firstName',
      'lastName',
      'person',
      'by',
    ].map((field) => [field, NAME]),
  ),
  ...Object.fromEntries(
    [
      'bio',
      'bioFr',
      'description',
      'descriptionFr',
      'displayDescription',
      'nominationDescription',
      'nominationDescriptionFr',
      'note',
      'reason',
      'userAgent',
      'deviceMetadata',
    ].map((field) => [field, WORD]),
  ),
  email: ADDRESS,
  voterEmail: ADDRESS,
  source: 'm'.repeat(120),
  linkSource: 'm'.repeat(120),
};

/** Puts the longest texts into all responses, including mocked ones. */
async function withHardestTexts(page: Page): Promise<void> {
  await withoutRenderedPages(page);
  await page.addInitScript((hardest: Record<string, string>) => {
    const parse = Response.prototype.json;
    const hard = (value: unknown, key = ''): unknown => {
      // The original text stays at the beginning, so that it can still be found and distinguished.
      if (typeof value === 'string')
        return key.endsWith('mail') || key.endsWith('Email')
          ? (hardest[key] ?? value)
          : value + (hardest[key]?.slice(value.length) ?? '');
      if (Array.isArray(value)) return value.map((item) => hard(item, key));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, hard(one, name)]),
      );
    };
    Response.prototype.json = async function json(this: Response) {
      return hard(await parse.call(this));
    };
  }, HARDEST);
}

/** States that contain texts entered by users. */
const HARD_STATES = [
  'categories',
  'categories with all texts of an organiser',
  'category',
  'category with an opened nominee',
  'profile',
  'share',
  'posters',
  'checkout filled in',
  'waiting overlay',
  'receipt',
  'my receipts opened',
  'timeline of the votes',
  'big screen, live',
  'big screen, ranks to be revealed',
  'activity unfolded',
  'analytics',
  'dashboard artists',
  'dashboard artists as a grid',
  'dashboard with deleted artists',
  'admin categories',
  'artist form of an artist',
  'voter tracking',
  'payment history of mobile money',
  'team',
];

export const hardestOf = (states: readonly ScreenState[]): ScreenState[] =>
  HARD_STATES.map((name) => {
    const state = states.find((candidate) => candidate.name === name);
    if (!state) throw new Error(`There is no state "${name}".`);
    const { title: _, ...rest } = state;
    return {
      ...rest,
      name: `${name} with the hardest texts`,
      // A link contains the start of such a name, and the page grows when the whole name loads.
      hasBanner: true,
      async show(visit) {
        await withHardestTexts(visit.page);
        await state.show(visit);
        return visit.page
          .locator('#content, [role="dialog"], .big-screen')
          .getByText(/(\w\w)\1{20}/)
          .filter({ visible: true })
          .first();
      },
    };
  });
