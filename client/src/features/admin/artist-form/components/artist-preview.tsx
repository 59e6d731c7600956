import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '#client/features/admin/shell/index';
import { ArtistCard } from '#client/features/catalog/index';
import { usePicturePreview } from '#client/lib/picture-address';
import type { Category, PublicCategory } from '#shared/contracts/catalog';
import { fileAddress } from '#shared/domain/picture-link';
import { type ArtistDraft, newNomination } from '../model/artist-draft';

interface ArtistPreviewProps {
  draft: ArtistDraft;
  categories: readonly Category[];
  nameOf: (categoryId: string) => string;
}

const NO_CATEGORY: PublicCategory = {
  id: 'preview',
  name: '',
  nameFr: null,
  description: null,
  descriptionFr: null,
  icon: null,
  backgroundImageUrl: null,
  backgroundColor: null,
  artistCount: 0,
  displayName: '',
  displayDescription: null,
};

/**
 * Shows the card of the public site in one of the artist's categories. It is inert: for viewing
 * only.
 */
export function ArtistPreview({ draft, categories, nameOf }: ArtistPreviewProps) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState('');
  const { nominations } = draft;
  const shown =
    nominations.find(({ categoryId }) => categoryId === picked) ??
    nominations[0] ??
    newNomination('');
  const { nominationPhotoUrl, ...texts } = shown;
  const photoUrl = usePicturePreview(fileAddress(nominationPhotoUrl.trim() || draft.photoUrl), 720);
  const categoriesShown = nominations.map(({ categoryId }) => ({
    ...NO_CATEGORY,
    ...categories.find(({ id }) => id === categoryId),
    id: categoryId,
    name: nameOf(categoryId),
    nameFr: null,
    nominationId: categoryId,
  }));
  return (
    <section className="flex flex-col gap-3 xl:sticky xl:top-4">
      <h2 className="font-bold text-lg">{t('artist-form.preview.heading')}</h2>
      {nominations.length > 1 && (
        <SelectField
          isDense
          label={t('artist-form.preview.category')}
          value={shown.categoryId}
          choices={nominations.map(({ categoryId }) => categoryId)}
          textOf={nameOf}
          onChoose={setPicked}
        />
      )}
      <div inert aria-hidden className="public-theme @container max-w-80">
        <ArtistCard
          // A new address retries a picture that failed to load.
          key={photoUrl}
          isShared={false}
          isOwn={false}
          place={0}
          onViewProfile={() => undefined}
          nomination={{
            ...texts,
            id: 'preview',
            category: NO_CATEGORY,
            voteCount: null,
            standing: null,
            nominationPhotoUrl: null,
            artist: {
              id: 'preview',
              name: draft.name.trim() || t('artist-form.preview.name'),
              bio: draft.bio,
              bioFr: draft.bioFr,
              photoUrl,
              isTrending: false,
              totalVotes: null,
              trendingVotes: null,
              categories: categoriesShown,
              categoryCount: categoriesShown.length,
            },
          }}
        />
      </div>
    </section>
  );
}
