import type { Page } from '@playwright/test';
import type { OwnVotes } from '#client/lib/offline/own-votes';
import type { Artist } from '#shared/contracts/catalog';

/** Stores votes as if this browser had voted for these artists, the first one last. */
export const haveVotedFor = (page: Page, artists: readonly Artist[]) =>
  page.addInitScript(
    (votes) => {
      if (!localStorage.getItem('ownVotes')) localStorage.setItem('ownVotes', votes);
    },
    JSON.stringify(
      artists.map(
        ({ id, name, photoUrl, categories }, index): OwnVotes => ({
          receiptCode: `7KQ2M9X0W${index}`,
          keptAt: '2025-11-28T19:30:00.000Z',
          totalVotes: 12,
          edition: { year: '2025', name: 'Festival Awards', nameFr: null },
          artist: { id, name, photoUrl },
          categoryId: categories[0]?.id ?? '',
          isOwnArtist: true,
        }),
      ),
    ),
  );

/** Very long names, in several scripts. */
export const LONG_NAMES = [
  'Marie-Christine Ngo Nyobe et l’Orchestre Africain de la Sanaga',
  'أم كلثوم وفرقة النجوم الذهبية',
  'Sansespaceniponctuationnitraitdunionjusquaubout'.padEnd(80, 'x'),
];
