import {
  categorySubject,
  nominationSubject,
  PREVIEW,
  type PreviewEvent,
  type PreviewSubject,
  previewPath,
  siteSubject,
} from '#server/pictures/index';
import { escapeHtml } from '#server/platform/escape-html';
import type { Nomination } from '#shared/contracts/catalog';
import type { PublicConfig } from '#shared/contracts/config';
import type { ArchivedEdition, ArchivedResults, PublicEdition } from '#shared/contracts/editions';
import type { PageAnswers, PageHead } from '#shared/contracts/pages';
import { archivePath, editionTitle } from '#shared/domain/editions';
import { LANGUAGES, type Language, localized } from '#shared/domain/localized';

/** Subject of a page, for crawlers. */
export interface PageSubject {
  category: Category | null;
  nominee: Nomination | null;
  /** Set on the pages of an archived edition. */
  edition: PublicEdition | null;
}

type Category = Omit<Nomination['category'], 'artistCount'>;

/** Derives the subject of a catalogue page from the data it was rendered from. */
export function subjectOf(answers: PageAnswers, nomineeId: string | null): PageSubject {
  const answerTo = (path: string) => answers.find(([[answeredPath]]) => answeredPath === path)?.[1];
  const shared = answerTo('/api/nominations/share') as
    | { artist: { id: string } | null }
    | undefined;
  const category = (answerTo('/api/categories') ?? null) as Category | Category[] | null;
  const nominees = (answerTo('/api/nominations/category') ?? []) as Nomination[];
  const artistId = nomineeId ?? shared?.artist?.id;
  const archive = answers.find(([[path, year]]) => path === '/api/editions' && year)?.[1];
  if (archive) {
    const results = archive as ArchivedResults | ArchivedEdition;
    const [edition, archived] =
      'edition' in results ? [results.edition, results.category] : [results, null];
    return { category: archived, nominee: null, edition };
  }
  return {
    edition: null,
    category: Array.isArray(category) ? null : category,
    nominee: nominees.find(({ artist }) => artist.id === artistId) ?? null,
  };
}

interface DescribedPage {
  head: PageHead;
  /** The page's own path, with the relevant part of the query. */
  path: string;
  language: Language;
  publicUrl: string;
  config: PublicConfig;
  subject: PageSubject;
}

/**
 * Languages in which each page has an address, by their hreflang names. Excludes the plain address,
 * which responds in the visitor's language and names that version as canonical.
 */
export const ALTERNATES: readonly (readonly [hreflang: string, Language])[] = [
  ...LANGUAGES.map((language) => [language, language] as const),
  ['x-default', 'en'],
];

/** Renders the head of a document for search engines and link previews. */
export function headTags(page: DescribedPage): string {
  const { head, path, language, publicUrl } = page;
  const address = (inLanguage: Language): string => {
    const url = new URL(path, publicUrl);
    url.searchParams.set('lang', inLanguage);
    return url.href;
  };
  const link = (rel: string, href: string, hreflang = '') =>
    `<link rel="${rel}"${hreflang && ` hreflang="${hreflang}"`} href="${escapeHtml(href)}">`;
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    link('manifest', `/manifest.webmanifest?lang=${language}`),
    link('apple-touch-icon', '/icons/apple-180.png'),
  ];
  if (!head.isListed) tags.push('<meta name="robots" content="noindex">');
  else {
    tags.push(
      meta('name', 'description', shortened(head.description)),
      link('canonical', address(language)),
      ...ALTERNATES.map(([hreflang, other]) => link('alternate', address(other), hreflang)),
    );
  }
  const picture = pictureOf(page);
  const preview: [string, string][] = [
    ['og:type', page.subject.nominee ? 'profile' : 'website'],
    ['og:site_name', eventName(page, language)],
    ['og:title', head.title],
    ['og:description', shortened(head.description)],
    // A page that is not ours has no address: its path may look like another host's.
    ['og:url', head.isListed ? address(language) : ''],
    ['og:locale', LOCALES[language]],
    ...LANGUAGES.filter((other) => other !== language).map((other): [string, string] => [
      'og:locale:alternate',
      LOCALES[other],
    ]),
    ['og:image', picture],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', String(PREVIEW.width)],
    ['og:image:height', String(PREVIEW.height)],
    ['og:image:alt', head.title],
  ];
  tags.push(
    ...preview
      .filter(([, text]) => text !== '')
      .map(([name, text]) => meta('property', name, text)),
    // X reads everything else from Open Graph.
    meta('name', 'twitter:card', 'summary_large_image'),
  );
  if (head.isListed) {
    // In JSON, "<" may be escaped; unescaped, it could end the element.
    const data = JSON.stringify(structuredData(page, address, picture)).replaceAll('<', '\\u003c');
    tags.push(`<script type="application/ld+json">${data}</script>`);
  }
  return tags.join('');
}

const LOCALES: Record<Language, string> = { en: 'en_GB', fr: 'fr_FR' };
/** Longer descriptions are truncated wherever they are shown. */
const MAX_DESCRIPTION = 200;

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION) return line;
  return `${line.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')}…`;
};

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

/** The edition of the page: the current one, outside of the archives. */
const eventOf = ({ subject: { edition }, config }: DescribedPage): PreviewEvent =>
  edition ? { ...edition, isArchived: true } : config.event;

const eventName = (page: DescribedPage, language: Language): string =>
  editionTitle(language, eventOf(page));

function pictureOf(page: DescribedPage): string {
  const { subject, language, publicUrl } = page;
  const event = eventOf(page);
  const shown: PreviewSubject = subject.nominee
    ? nominationSubject(subject.nominee)
    : subject.category
      ? categorySubject(subject.category)
      : siteSubject(event);
  return new URL(previewPath(shown, event, language), publicUrl).href;
}

type Address = (language: Language) => string;

function structuredData(page: DescribedPage, address: Address, picture: string): object {
  const { subject, config, language, publicUrl } = page;
  const { category, nominee, edition } = subject;
  const site = (path: string) => {
    const url = new URL(path, publicUrl);
    url.searchParams.set('lang', language);
    return url.href;
  };
  const home = edition ? archivePath(edition.year) : '/categories';
  const categoryName = category && localized(language, category.name, category.nameFr);
  const steps = [
    { name: eventName(page, language), item: site(home) },
    ...(category && categoryName
      ? [
          {
            name: categoryName,
            item: site(
              edition ? archivePath(edition.year, category.id) : `/category/${category.id}`,
            ),
          },
        ]
      : []),
    ...(nominee ? [{ name: nominee.artist.name, item: address(language) }] : []),
  ];
  const { opensAt, closesAt } = edition ? { opensAt: null, ...edition } : config.voting;
  const organiser = localized(language, config.organiser.en, config.organiser.fr);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Event',
        '@id': `${new URL(edition ? home : '/', publicUrl).href}#event`,
        name: eventName(page, language),
        url: site(home),
        startDate: opensAt ?? eventOf(page).year,
        ...(closesAt ? { endDate: closesAt } : {}),
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', url: site(home) },
        ...(organiser ? { organizer: { '@type': 'Organization', name: organiser } } : {}),
        image: picture,
      },
      ...(steps.length > 1
        ? [
            {
              '@type': 'BreadcrumbList',
              itemListElement: steps.map((step, index) => ({
                '@type': 'ListItem',
                position: index + 1,
                ...step,
              })),
            },
          ]
        : []),
      ...(nominee
        ? [
            {
              '@type': 'Person',
              name: nominee.artist.name,
              url: address(language),
              image: picture,
              ...described(localized(language, nominee.artist.bio, nominee.artist.bioFr)),
              ...(categoryName ? { award: categoryName } : {}),
            },
          ]
        : []),
    ],
  };
}

const described = (text: string | null) => (text?.trim() ? { description: shortened(text) } : {});
