import { useTranslation } from 'react-i18next';
import { MissingGlyphs } from '#client/features/admin/drafts/index';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import { Separated } from '#client/ui/separator';
import type { ImportPreview } from '#shared/contracts/catalog-import';
import { localized } from '#shared/domain/localized';
import { ImportCounts, LongList } from './long-list';

interface ArtistsPreviewProps {
  preview: ImportPreview;
  isSaving: boolean;
  onSave: () => void;
}

/** Lists every artist with what would be added, and the button to import them. */
export function ArtistsPreview({ preview, isSaving, onSave }: ArtistsPreviewProps) {
  const { t } = useTranslation();
  const { counts, artists } = preview;
  return (
    <section aria-labelledby="import-preview" className="flex flex-col gap-3">
      <div role="status">
        <h2 id="import-preview" className="font-bold text-xl">
          {t('catalog-import.preview.heading')}
        </h2>
        <p className="text-ivory-soft">{t('catalog-import.preview.hint')}</p>
      </div>
      <ImportCounts counts={counts} />
      <Button className="self-start" isBusy={isSaving} onClick={onSave}>
        {isSaving
          ? t('catalog-import.preview.saving')
          : t('catalog-import.preview.save', { count: counts.nominations })}
      </Button>
      <LongList
        items={artists}
        itemKey={({ name }) => name}
        className="divide-y divide-surface-line rounded-xl border border-surface-line bg-surface-raised"
      >
        {(artist) => <ArtistItem artist={artist} />}
      </LongList>
    </section>
  );
}

function ArtistItem({ artist }: { artist: ImportPreview['artists'][number] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, existingId, categories, returning } = artist;
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[16rem_1fr]">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <MissingGlyphs text={name} />
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Badge>
          {existingId === null
            ? t('catalog-import.preview.new')
            : t('catalog-import.preview.exists', { count: categories.length })}
        </Badge>
        <span className="min-w-0 wrap-anywhere text-ivory-soft text-sm">
          <Separated
            items={categories.map((category) =>
              localized(language, category.name, category.nameFr),
            )}
          />
        </span>
        {returning > 0 && (
          <span className="w-full text-ivory-soft text-sm">
            {t('catalog-import.preview.returning', { count: returning })}
          </span>
        )}
      </div>
    </div>
  );
}
