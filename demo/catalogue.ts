import type { artists, categories, nominations } from '#shared/schema';
import { demoArtists, withoutPhoto } from './artists';
import { demoCategories } from './categories';
import type { Candidate } from './history';
import { demoId } from './identity';
import { demoNominations } from './nominations';

const DAY = 86_400_000;

export interface Catalogue {
  categories: (typeof categories.$inferInsert & { id: string })[];
  artists: (typeof artists.$inferInsert & { id: string })[];
  nominations: (typeof nominations.$inferInsert & { id: string })[];
  /** Most popular first. */
  candidates: Candidate[];
}

export const photoUrl = (slug: string) => `/uploads/demo/${slug}.webp`;

/** Short enough to be read out: the artist and the first word of the category. */
const shareableLink = (artist: string, category: string) =>
  `${artist}-${category.replace(/-.*/, '')}`;

/**
 * Returns the demo's rows, ready to insert; the nominations were published 31 days before `now`.
 */
export function demoCatalogue(now: Date): Catalogue {
  const publishedAt = new Date(now.getTime() - 31 * DAY);
  const dates = { createdAt: publishedAt, updatedAt: publishedAt };
  const nominations = demoNominations.map(({ artist, category, ...texts }) => ({
    id: demoId('nomination', `${artist} ${category}`),
    artistId: demoId('artist', artist),
    categoryId: demoId('category', category),
    shareableLink: shareableLink(artist, category),
    nominationTitle: texts.title ?? null,
    nominationTitleFr: texts.titleFr ?? null,
    nominationDescription: texts.description ?? null,
    nominationDescriptionFr: texts.descriptionFr ?? null,
    createdAt: publishedAt,
  }));
  return {
    categories: demoCategories.map(({ slug, hasPicture, ...category }) => ({
      id: demoId('category', slug),
      ...category,
      backgroundImageUrl: hasPicture ? photoUrl(slug) : null,
      ...dates,
    })),
    artists: demoArtists.map(({ slug, ...artist }) => ({
      id: demoId('artist', slug),
      ...artist,
      photoUrl: withoutPhoto.has(slug) ? null : photoUrl(slug),
      ...dates,
    })),
    nominations,
    candidates: [...demoArtists]
      .sort((a, b) => Number(b.isFeatured) - Number(a.isFeatured))
      .map(({ slug }) => {
        const artistId = demoId('artist', slug);
        return {
          nominationIds: nominations
            .filter((nomination) => nomination.artistId === artistId)
            .map(({ id }) => id),
        };
      }),
  };
}
