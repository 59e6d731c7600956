import { useState } from 'react';
import type { AdminArtistDetail } from '#shared/contracts/admin-catalog';
import { useDraftForm } from '../admin-drafts';
import { FORM_CHANGES } from './api';
import {
  artistDrafts,
  artistResolver,
  draftOf,
  EMPTY_DRAFT,
  fieldAt,
  isSameDraft,
  type NominationDraft,
  type NominationText,
} from './model/artist-draft';
import { useSaveArtist } from './use-save-artist';

const DASHBOARD = '/admin';
const NOTHING_STORED = { draft: EMPTY_DRAFT, version: null };

const storedFrom = (artist: AdminArtistDetail | null) =>
  artist ? { draft: draftOf(artist), version: artist.version } : NOTHING_STORED;

export type ArtistFormState = ReturnType<typeof useArtistForm>;

/**
 * The draft of an artist, what is wrong with it, and the ways out of its page.
 * @param artist as stored; null for a new artist
 */
export function useArtistForm(artist: AdminArtistDetail | null) {
  const form = useDraftForm({
    keeper: artistDrafts,
    id: artist?.id ?? null,
    stored: storedFrom(artist),
    isSame: isSameDraft,
    resolver: artistResolver,
    reValidateMode: 'onChange',
    mutationKey: FORM_CHANGES,
  });
  const { guard, isDirty } = form;
  /** What another administrator has saved meanwhile; null without a conflict. */
  const [theirs, setTheirs] = useState<AdminArtistDetail | null>(null);
  const save = useSaveArtist({
    id: artist?.id ?? null,
    onSaved() {
      form.forget();
      guard.leaveFor(DASHBOARD);
    },
    onConflict: setTheirs,
    onRefused: (paths) => form.refuse(paths.flatMap((path) => fieldAt(path) ?? [])),
  });
  const submit = (over?: number | null) =>
    form.submit((input, version) => save.mutate({ ...input, version }), over);

  return {
    ...form,
    theirs,
    isSaving: save.isPending,
    submit: () => submit(),
    changeNominations: (change: (now: NominationDraft[]) => NominationDraft[]) =>
      form.change('nominations', change(form.current().nominations)),
    /** Found by its category: a photo may arrive long after it was sent, when the order has changed. */
    changeNomination(categoryId: string, field: NominationText, value: string) {
      const index = form
        .current()
        .nominations.findIndex((nomination) => nomination.categoryId === categoryId);
      if (index !== -1) form.change(`nominations.${index}.${field}`, value);
    },
    /** Goes back to the dashboard, after a question where something would be lost. */
    cancel: () => (isDirty ? guard.ask(DASHBOARD) : guard.leaveFor(DASHBOARD)),
    forgetTheirs: () => setTheirs(null),
    takeTheirs() {
      form.takeOver(storedFrom(theirs));
      setTheirs(null);
    },
    keepMine() {
      const latest = storedFrom(theirs);
      form.goOnOver(latest);
      void submit(latest.version);
    },
  };
}
