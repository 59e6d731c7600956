import { useIsMutating } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import { toast } from '#client/ui/overlay/toast';
import type { AdminArtistDetail } from '#shared/contracts/admin-catalog';
import type { Category } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import {
  DraftOffer,
  UnsavedDialog,
  useDraft,
  useIsSignedOut,
  useLeaveGuard,
} from '../../admin-drafts';
import { FORM_CHANGES, UPLOADS } from '../api';
import { type ArtistDraft, draftOf, EMPTY_DRAFT, isSameDraft } from '../model/artist-draft';
import { artistDrafts } from '../model/artist-drafts';
import { type FieldErrors, problemsIn } from '../model/field-errors';
import { useSaveArtist } from '../use-save-artist';
import { ConflictDialog } from './conflict-dialog';
import { NominationList } from './nomination-list';
import { ProfileFields } from './profile-fields';

const DASHBOARD = '/admin';

interface ArtistFormProps {
  /** As stored; null for a new artist. */
  artist: AdminArtistDetail | null;
  categories: Category[];
}

const NOTHING_STORED = { draft: EMPTY_DRAFT, version: null };

const storedFrom = (artist: AdminArtistDetail | null) =>
  artist ? { draft: draftOf(artist), version: artist.version } : NOTHING_STORED;

/** What stands in the draft at a path such as `nominations.0.nominationTitle`. */
const valueAt = (draft: ArtistDraft, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value ? Reflect.get(value, key) : undefined),
      draft,
    );

/** The server's complaints about fields that are still as they were sent. */
const stillRefused = (draft: ArtistDraft, sent: ArtistDraft, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([path]) => valueAt(draft, path) === valueAt(sent, path)),
  );

export function ArtistForm({ artist, categories }: ArtistFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const artistId = artist?.id ?? null;
  const element = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const form = useDraft({
    keeper: artistDrafts,
    id: artistId,
    stored: storedFrom(artist),
    isSame: isSameDraft,
  });
  const { draft, setDraft, isDirty } = form;
  const isSignedOut = useIsSignedOut(FORM_CHANGES);
  const guard = useLeaveGuard(isDirty && !isSignedOut);
  const { save, isSaving, refusal, theirs, forgetTheirs } = useSaveArtist(artistId, () => {
    form.forget();
    guard.leaveFor(DASHBOARD);
  });
  const isUploading = useIsMutating({ mutationKey: [FORM_CHANGES, UPLOADS] }) > 0;

  // After each attempt, the first field at fault is where to go on.
  useEffect(() => {
    if (attempts === 0 && !refusal) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts, refusal]);

  const errors: FieldErrors = {
    ...(refusal && stillRefused(draft, refusal.draft, refusal.errors)),
    ...(attempts > 0 && problemsIn(draft)),
  };
  const errorOf = (path: string) => {
    const problem = errors[path];
    return problem && t(`artist-form.problem.${problem}`);
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
    setAttempts((count) => count + 1);
    if (draft.nominations.length === 0) {
      toast({
        title: t('artist-form.error'),
        description: t('artist-form.nominations.required'),
        variant: 'destructive',
      });
      return;
    }
    if (Object.keys(problemsIn(draft)).length === 0) save({ draft, version: form.version });
  };
  const leave = () => (isDirty ? guard.ask(DASHBOARD) : guard.leaveFor(DASHBOARD));
  const isNew = artist === null;
  const idleText = t(isNew ? 'artist-form.create' : 'artist-form.update');
  const busyText = t(isNew ? 'artist-form.creating' : 'artist-form.updating');

  return (
    <div className="mx-auto flex max-w-page flex-col gap-4 px-3 py-4 sm:px-6">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button variant="ghost" className="-ml-3 px-3 py-1 text-sm" onClick={leave}>
          <ArrowLeft aria-hidden className="size-4" />
          {t('artist-form.back')}
        </Button>
        <h1 className="w-full font-bold text-2xl outline-none sm:w-auto">
          {t(isNew ? 'artist-form.titleNew' : 'artist-form.titleEdit')}
        </h1>
        {/* Keeps its room, so that nothing moves at the first letter. */}
        <span role="status" className="flex min-h-6.5">
          {isDirty && <Badge variant="amber">{t('artist-form.unsavedChanges')}</Badge>}
        </span>
      </header>
      {form.hasOffer && (
        <DraftOffer
          text={t('artist-form.draftFound')}
          onRestore={form.restore}
          onDiscard={form.discardOffer}
        />
      )}
      <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-6">
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <ProfileFields
            draft={draft}
            errorOf={errorOf}
            onChange={(patch) => setDraft((now) => ({ ...now, ...patch }))}
          />
          <NominationList
            nominations={draft.nominations}
            categories={categories}
            saved={artist?.nominations ?? []}
            nameOf={nameOf}
            errorOf={errorOf}
            onChange={(change) =>
              setDraft((now) => ({ ...now, nominations: change(now.nominations) }))
            }
          />
        </div>
        <div className="flex flex-wrap justify-end gap-2 border-stage-line border-t pt-4">
          <Button variant="outline" className="grow sm:grow-0" onClick={leave}>
            {t('artist-form.cancel')}
          </Button>
          <Button type="submit" className="grow sm:grow-0" isBusy={isSaving} disabled={isUploading}>
            {isSaving ? busyText : idleText}
          </Button>
        </div>
      </form>
      <UnsavedDialog
        open={guard.isAsking}
        onStay={guard.stay}
        onLeave={() => {
          form.forget();
          guard.leave();
        }}
      />
      <ConflictDialog
        mine={draft}
        theirs={theirs && draftOf(theirs)}
        nameOf={nameOf}
        isSaving={isSaving}
        onClose={forgetTheirs}
        onTakeTheirs={() => {
          form.takeOver(storedFrom(theirs));
          forgetTheirs();
        }}
        onKeepMine={() => {
          const latest = storedFrom(theirs);
          form.goOnOver(latest);
          save({ draft, version: latest.version });
        }}
      />
    </div>
  );
}
