import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields, useDraftForm } from '#client/features/admin/drafts/index';
import { useRefreshCatalog } from '#client/features/admin/shell/index';
import { useAdminMutation } from '#client/features/auth/index';
import { ApiError, call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import type { AdminArtistDetail, ArtistInput } from '#shared/contracts/admin-catalog';
import type { LookAlike } from '#shared/contracts/errors';
import { FORM_CHANGES } from './api';
import {
  artistDrafts,
  artistResolver,
  draftOf,
  EMPTY_DRAFT,
  fieldAt,
  HAS_VOTES,
  isSameDraft,
  type NominationDraft,
  type NominationText,
} from './model/artist-draft';

interface SaveArtistOptions {
  /** Null to create an artist. */
  id: string | null;
  onSaved: () => void;
  /**
   * Called with the artist as another administrator saved it; with null once the conflict is
   * resolved.
   */
  onConflict: (theirs: AdminArtistDetail | null) => void;
  /** Called with the artist whose name looks alike. */
  onLookAlike: (other: LookAlike) => void;
  /** Called with the paths of the fields that the server rejects, and the rule if it is ours. */
  onRefused: (paths: string[], rule?: string) => void;
}

/** Creates or updates the artist and shows the result. */
function useSaveArtist({ id, onSaved, onConflict, onLookAlike, onRefused }: SaveArtistOptions) {
  const { t } = useTranslation();
  const refresh = useRefreshCatalog();
  const isNew = id === null;

  const failed = (description: string) => toastError(t('artist-form.error'), description);
  const failedToSave = () =>
    failed(t(isNew ? 'artist-form.createFailed' : 'artist-form.updateFailed'));

  return useAdminMutation({
    mutationKey: [FORM_CHANGES],
    mutationFn: (input: ArtistInput) =>
      id === null
        ? call('POST /api/admin/artists', { body: input })
        : call('PUT /api/admin/artists/:id', { params: { id }, body: input }),
    onSuccess() {
      onConflict(null);
      toast({ title: t(isNew ? 'artist-form.created' : 'artist-form.updated') });
      void refresh();
      onSaved();
    },
    async onError(error) {
      const code = error instanceof ApiError ? error.code : null;
      if (id !== null && code === 'changed-meanwhile') {
        const latest = call('GET /api/admin/artists/:id', { params: { id } });
        await latest.then(onConflict, failedToSave);
        return;
      }
      onConflict(null);
      if (error instanceof ApiError && error.body.lookAlike) {
        onLookAlike(error.body.lookAlike);
        return;
      }
      onRefused(refusedFields(error), code === 'nomination-has-votes' ? HAS_VOTES : undefined);
      if (error instanceof ApiError && error.status === 404) failed(t('artist-form.gone'));
      else failedToSave();
    },
  });
}

const DASHBOARD = '/admin';
const NOTHING_STORED = { draft: EMPTY_DRAFT, version: null };

const storedFrom = (artist: AdminArtistDetail | null) =>
  artist ? { draft: draftOf(artist), version: artist.version } : NOTHING_STORED;

export type ArtistFormState = ReturnType<typeof useArtistForm>;

/**
 * Manages the draft of an artist, its errors, and leaving its page.
 * @param artist as stored; null for a new artist
 */
export function useArtistForm(artist: AdminArtistDetail | null) {
  const form = useDraftForm({
    storage: artistDrafts,
    id: artist?.id ?? null,
    stored: storedFrom(artist),
    isSame: isSameDraft,
    resolver: artistResolver,
    reValidateMode: 'onChange',
    mutationKey: FORM_CHANGES,
  });
  const { guard, isDirty } = form;
  /** The version that another administrator saved meanwhile; null without a conflict. */
  const [theirs, setTheirs] = useState<AdminArtistDetail | null>(null);
  /** The artist whose name looks like the one to be saved. */
  const [lookAlike, setLookAlike] = useState<LookAlike | null>(null);
  /** Ids of artists that look alike, and beside which this one is wanted. */
  const [besides, setBesides] = useState<string[]>([]);
  const save = useSaveArtist({
    id: artist?.id ?? null,
    onSaved() {
      form.forget();
      guard.leaveFor(DASHBOARD);
    },
    onConflict: setTheirs,
    onLookAlike: setLookAlike,
    onRefused: (paths, rule) =>
      form.refuse(
        paths.flatMap((path) => fieldAt(path) ?? []),
        () => rule,
      ),
  });
  const submit = (replaced?: number | null, confirmed = besides) =>
    form.submit(
      (input, version) => save.mutate({ ...input, version, besides: confirmed }),
      replaced,
    );

  return {
    ...form,
    theirs,
    lookAlike,
    isSaving: save.isPending,
    submit: () => submit(),
    changeNominations: (change: (now: NominationDraft[]) => NominationDraft[]) =>
      form.change('nominations', change(form.current().nominations)),
    /**
     * Looked up by category: an upload may finish long after it started, when the order has
     * changed.
     */
    changeNomination(categoryId: string, field: NominationText, value: string) {
      const index = form
        .current()
        .nominations.findIndex((nomination) => nomination.categoryId === categoryId);
      if (index !== -1) form.change(`nominations.${index}.${field}`, value);
    },
    /** Returns to the dashboard, after a confirmation when changes would be lost. */
    cancel: () => (isDirty ? guard.ask(DASHBOARD) : guard.leaveFor(DASHBOARD)),
    forgetLookAlike: () => setLookAlike(null),
    openLookAlike({ id }: LookAlike) {
      setLookAlike(null);
      guard.ask(`/admin/artists/${id}`);
    },
    saveBeside({ id }: LookAlike) {
      const confirmed = [...besides, id];
      setBesides(confirmed);
      setLookAlike(null);
      void submit(undefined, confirmed);
    },
    forgetTheirs: () => setTheirs(null),
    takeTheirs() {
      form.replaceWith(storedFrom(theirs));
      setTheirs(null);
    },
    keepMine() {
      const latest = storedFrom(theirs);
      form.rebaseOn(latest);
      void submit(latest.version);
    },
  };
}
