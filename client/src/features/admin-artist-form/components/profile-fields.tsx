import { useTranslation } from 'react-i18next';
import { TextArea, TextField } from '#client/ui/fields/text-field';
import type { ArtistDraft, ArtistField } from '../model/artist-draft';
import type { ArtistFormState } from '../use-artist-form';
import { PhotoField } from './photo-field';

interface ProfileFieldsProps {
  draft: ArtistDraft;
  errorOf: (field: ArtistField) => string | undefined;
  onChange: ArtistFormState['change'];
}

/** The artist, apart from where they are nominated. */
export function ProfileFields({ draft, errorOf, onChange }: ProfileFieldsProps) {
  const { t } = useTranslation();
  return (
    <section className="flex flex-col gap-4">
      <h2 className="font-bold text-lg">{t('artist-form.profile')}</h2>
      <TextField
        label={`${t('artist-form.field.name')} *`}
        error={errorOf('name')}
        required
        autoComplete="off"
        maxLength={255}
        value={draft.name}
        onChange={(event) => onChange('name', event.currentTarget.value)}
      />
      {(['bio', 'bioFr'] as const).map((field) => (
        <TextArea
          key={field}
          label={t(`artist-form.field.${field}`)}
          error={errorOf(field)}
          maxLength={5_000}
          value={draft[field]}
          onChange={(event) => onChange(field, event.currentTarget.value)}
        />
      ))}
      <PhotoField
        label={t('artist-form.field.photoUrl')}
        error={errorOf('photoUrl')}
        value={draft.photoUrl}
        onChange={(photoUrl) => onChange('photoUrl', photoUrl)}
      />
      <label className="flex min-h-touch items-center gap-1">
        <input
          type="checkbox"
          className="grid size-11 shrink-0 appearance-none place-items-center text-gold-ink before:grid before:size-6 before:place-items-center before:rounded-md before:border-2 before:border-ivory-muted before:content-[''] checked:before:border-gold checked:before:bg-gold checked:before:content-['✓']"
          checked={draft.isFeatured}
          onChange={(event) => onChange('isFeatured', event.currentTarget.checked)}
        />
        {t('artist-form.field.isFeatured')}
      </label>
    </section>
  );
}
