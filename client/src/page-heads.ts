import type { TFunction } from 'i18next';
import type { HeadRequest, PageHead } from '#shared/contracts/pages';
import { localized } from '#shared/domain/localized';

interface PageTitle {
  title: string;
  /** Search engines do not index a page without a description. */
  description?: string;
}

const POSTERS_PAGE = /^\/a\/[^/]+\/posters$/;

/** Pages that are not fully rendered on the server, with the titles they have in the browser. */
const PAGE_TITLES: readonly [RegExp, (t: TFunction, event: string, artist: string) => PageTitle][] =
  [
    [
      POSTERS_PAGE,
      (t, _, artist) => ({
        title: t('posters.title', { artist }),
        description: t('posters.intro', { artist }),
      }),
    ],
    [/^\/checkout$/, (t) => ({ title: t('catalog.voteNow') })],
    [/^\/my-receipts$/, (t) => ({ title: t('receipts.pageTitle') })],
    [/^\/payment-help$/, (t) => ({ title: t('help.pageTitle'), description: t('help.intro') })],
    [
      /^\/privacy$/,
      (t, event) => ({ title: t('privacy.title'), description: t('privacy.intro', { event }) }),
    ],
    [/^\/count$/, (t) => ({ title: t('count.title'), description: t('count.intro') })],
  ];

/** Titles of missing pages. */
const MISSING_PAGE_TITLES: readonly [RegExp, (t: TFunction) => PageTitle][] = [
  [/^\/a\//i, (t) => ({ title: t('catalog.profile.notFoundHeading') })],
  [/^\/(category|c)\//i, (t) => ({ title: t('catalog.category.notFoundHeading') })],
  [/^\/share\//, (t) => ({ title: t('catalog.shared.goneHeading') })],
  [/^/, (t) => ({ title: t('common.notFound.pageTitle') })],
];

/** Returns the head of a page before any script runs; only the server uses it. */
export function headOf(page: HeadRequest, t: TFunction): PageHead {
  const { language, config, nominee } = page;
  const event = localized(language, config.event.name, config.event.nameFr);
  const { title, description = '' } =
    nominee && !POSTERS_PAGE.test(page.path)
      ? nomineeTitle(nominee, page, t)
      : titleOf(page, t, event);
  return {
    title: title === '' ? event : `${title} – ${event}`,
    description,
    isListed: description !== '',
  };
}

/** The big screen and the administration have only the event's name as their title. */
const titleOf = (
  { path, isMissing, nominee }: HeadRequest,
  t: TFunction,
  event: string,
): PageTitle =>
  (isMissing ? MISSING_PAGE_TITLES : PAGE_TITLES).find(([pattern]) => pattern.test(path))?.[1](
    t,
    event,
    nominee?.artist.name ?? '',
  ) ?? {
    title: '',
  };

function nomineeTitle(
  { artist, category, ...own }: NonNullable<HeadRequest['nominee']>,
  { language }: HeadRequest,
  t: TFunction,
): PageTitle {
  const texts = [
    localized(language, own.nominationDescription, own.nominationDescriptionFr),
    localized(language, artist.bio, artist.bioFr),
  ];
  const categoryName = localized(language, category.name, category.nameFr);
  return {
    title: `${artist.name} – ${categoryName}`,
    description: [
      t('catalog.profile.voteFor', { name: artist.name }),
      ...texts.filter((text) => text?.trim()).slice(0, 1),
    ].join('. '),
  };
}
