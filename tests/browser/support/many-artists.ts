import type { AdminArtist, AdminCategory } from '#shared/contracts/admin-catalog';

const CATEGORIES = 24;
const FIRST_NAMES = ['Amadou', 'Béatrice', 'Charlotte', 'Dieudonné', 'Émilie', 'Fabrice', 'Grâce'];
const LAST_NAMES = ['Abega', 'Bella', 'Djoumessi', 'Essomba', 'Fotso', 'Kamga', 'Mbarga', 'Ngassa'];
const BIO =
  'Born in Douala and raised on makossa, gospel and rap, with three albums and a long road of concerts from Bamenda to Paris; on stage with friends, in church on Sundays.';

const idOf = (kind: number, index: number) =>
  `00000000-0000-4000-8${kind.toString().padStart(3, '0')}-${index.toString(16).padStart(12, '0')}`;

/** A catalogue far larger than the demo's, in the server's format; always the same. */
export function manyArtists(count: number): {
  categories: AdminCategory[];
  artists: AdminArtist[];
} {
  const categories = Array.from({ length: CATEGORIES }, (_, index) => ({
    id: idOf(1, index),
    name: `Best ${index + 1}`,
    nameFr: `Meilleur ${index + 1}`,
    description: BIO,
    descriptionFr: BIO,
    icon: 'fa-trophy',
    backgroundColor: '#1D4ED8',
    backgroundImageUrl: null,
    artistCount: Math.ceil(count / CATEGORIES),
    voteCount: index * 100,
    isHidden: false,
    createdAt: '2025-01-01T00:00:00.000Z',
    version: 1,
  }));
  const artists = Array.from({ length: count }, (_, index) => {
    const indexes = [index % CATEGORIES, (index * 7 + 3) % CATEGORIES];
    const chosen = [...new Set(indexes)].flatMap((index) => categories[index] ?? []);
    return {
      id: idOf(2, index),
      name: `${FIRST_NAMES[index % 7]} ${LAST_NAMES[index % 8]} ${index}`,
      bio: BIO,
      bioFr: index % 2 === 0 ? BIO : null,
      photoUrl: index % 3 === 0 ? `/uploads/many-${index}.webp` : null,
      categories: chosen.map(({ id, name, nameFr }) => ({ id, name, nameFr })),
      isTrending: index < 5,
      totalVotes: (index * 7919) % 10_007,
      trendingVotes: index < 5 ? 100 - index : 0,
      categoryCount: chosen.length,
      isFeatured: index % 50 === 0,
      lacksFrench: index % 2 === 1,
    };
  });
  return { categories, artists };
}
