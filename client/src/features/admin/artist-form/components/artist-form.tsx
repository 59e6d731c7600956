import { useIsMutating } from '@tanstack/react-query';
import { ArrowLeft, Merge } from 'lucide-react';
import { type DragEvent, type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DraftOffer,
  MissingGlyphs,
  PhotoField,
  UnsavedDialog,
  UPLOADS,
} from '#client/features/admin/drafts/index';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import { Checkbox } from '#client/ui/fields/checkbox';
import { TextArea, TextField } from '#client/ui/fields/text-field';
import { toastError } from '#client/ui/overlay/toast';
import type { AdminArtistDetail } from '#shared/contracts/admin-catalog';
import type { Category } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import { FORM_CHANGES } from '../api';
import { type ArtistDraft, type ArtistField, draftOf, problemOf } from '../model/artist-draft';
import { type ArtistFormState, useArtistForm } from '../use-artist-form';
import { ArtistPreview } from './artist-preview';
import { ConflictDialog } from './conflict-dialog';
import { LookAlikeDialog } from './look-alike-dialog';
import { MergeDialog } from './merge-dialog';
import { NominationList } from './nomination-list';

interface ProfileFieldsProps {
  draft: ArtistDraft;
  errorOf: (field: ArtistField) => string | undefined;
  onChange: ArtistFormState['change'];
}

/** Fields of the artist, without the nominations. */
function ProfileFields({ draft, errorOf, onChange }: ProfileFieldsProps) {
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
      <MissingGlyphs text={draft.name} />
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
        isCut
        formKey={FORM_CHANGES}
        label={t('artist-form.field.photo')}
        addressLabel={t('artist-form.field.photoUrl')}
        error={errorOf('photoUrl')}
        value={draft.photoUrl}
        onChange={(photoUrl) => onChange('photoUrl', photoUrl)}
      />
      <Checkbox
        label={t('artist-form.field.isFeatured')}
        checked={draft.isFeatured}
        onChange={(isFeatured) => onChange('isFeatured', isFeatured)}
      />
    </section>
  );
}

/** Prevents a photograph dropped outside its field from replacing this page. */
const keepOpen = (event: DragEvent) => {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
};

interface ArtistFormProps {
  /** The artist as stored; null for a new one. */
  artist: AdminArtistDetail | null;
  categories: Category[];
}

export function ArtistForm({ artist, categories }: ArtistFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const form = useArtistForm(artist);
  const { draft, isDirty, guard, theirs, isSaving } = form;
  const [isMerging, setMerging] = useState(false);
  const isUploading = useIsMutating({ mutationKey: [FORM_CHANGES, UPLOADS] }) > 0;

  const errorOf = (field: ArtistField) => {
    const error = form.errorAt(field);
    return error && t(`artist-form.problem.${problemOf(field, error)}`);
  };

  const nameOf = (categoryId: string): string => {
    const category = categories.find(({ id }) => id === categoryId);
    if (category) return localized(language, category.name, category.nameFr);
    const nominated = [...(theirs?.nominations ?? []), ...(artist?.nominations ?? [])].find(
      (nomination) => nomination.categoryId === categoryId,
    );
    return nominated
      ? localized(language, nominated.categoryName, nominated.categoryNameFr)
      : t('artist-form.nominations.unknownCategory');
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.nominations.length === 0) {
      toastError(t('artist-form.error'), t('artist-form.nominations.required'));
    }
    void form.submit();
  };
  const isNew = artist === null;
  const idleText = t(isNew ? 'artist-form.create' : 'artist-form.update');
  const busyText = t(isNew ? 'artist-form.creating' : 'artist-form.updating');

  return (
    <div className="mx-auto flex max-w-page flex-col gap-4 px-3 py-4 sm:px-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button variant="ghost" className="-ml-3 px-3 py-1 text-sm" onClick={form.cancel}>
          <ArrowLeft aria-hidden className="size-4" />
          {t('artist-form.back')}
        </Button>
        <h1 className="w-full font-bold text-2xl outline-none sm:w-auto">
          {t(isNew ? 'artist-form.titleNew' : 'artist-form.titleEdit')}
        </h1>
        {/* Reserves its space, so that nothing moves at the first letter. */}
        <span role="status" className="flex min-h-6.5">
          {isDirty && <Badge variant="amber">{t('artist-form.unsavedChanges')}</Badge>}
        </span>
      </header>
      {form.offer && (
        <DraftOffer
          text={t('artist-form.draftFound')}
          onRestore={form.offer.restore}
          onDiscard={form.offer.discard}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_20rem]">
        <form
          ref={form.element}
          noValidate
          onSubmit={submit}
          onDragOver={keepOpen}
          onDrop={keepOpen}
          className="flex flex-col gap-6"
        >
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <ProfileFields draft={draft} errorOf={errorOf} onChange={form.change} />
            <NominationList
              nominations={draft.nominations}
              categories={categories}
              saved={artist?.nominations ?? []}
              nameOf={nameOf}
              isMissing={
                draft.nominations.length === 0 && form.errorAt('nominations') !== undefined
              }
              errorOf={errorOf}
              onChange={form.changeNominations}
              onTextChange={form.changeNomination}
            />
          </div>
          <div className="flex flex-wrap justify-end gap-2 border-surface-line border-t pt-4">
            {artist && (
              <Button
                variant="outline"
                className="grow sm:mr-auto sm:grow-0"
                // Merging leaves the form, and would lose what was typed.
                disabled={isDirty || isSaving}
                onClick={() => setMerging(true)}
              >
                <Merge aria-hidden className="size-5" />
                {t('artist-form.merge.open')}
              </Button>
            )}
            <Button variant="outline" className="grow sm:grow-0" onClick={form.cancel}>
              {t('artist-form.cancel')}
            </Button>
            <Button
              type="submit"
              className="grow sm:grow-0"
              isBusy={isSaving}
              disabled={isUploading}
            >
              {isSaving ? busyText : idleText}
            </Button>
          </div>
        </form>
        <ArtistPreview draft={draft} categories={categories} nameOf={nameOf} />
      </div>
      <UnsavedDialog open={guard.isAsking} onStay={guard.stay} onLeave={form.leave} />
      {artist && isMerging && (
        <MergeDialog
          artist={artist}
          onClose={() => setMerging(false)}
          onMerged={() => guard.leaveFor('/admin')}
        />
      )}
      <LookAlikeDialog
        other={form.lookAlike}
        onClose={form.forgetLookAlike}
        onOpen={form.openLookAlike}
        onSave={form.saveBeside}
      />
      <ConflictDialog
        mine={draft}
        theirs={theirs && draftOf(theirs)}
        nameOf={nameOf}
        isSaving={isSaving}
        onClose={form.forgetTheirs}
        onTakeTheirs={form.takeTheirs}
        onKeepMine={form.keepMine}
      />
    </div>
  );
}
