import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminArtistDetail } from '#shared/contracts/admin-catalog';
import { ApiError, call } from '../../lib/api/request';
import { toast } from '../../ui/overlay/toast';
import { useRefreshCatalog } from '../admin-shell';
import { useAdminMutation } from '../auth';
import { FORM_CHANGES, latestArtist } from './api';
import { type ArtistDraft, bodyOf } from './model/artist-draft';
import { type FieldErrors, problemsFrom } from './model/field-errors';

interface Saving {
  draft: ArtistDraft;
  /** Of what the draft was made from; null for a new artist. */
  version: number | null;
}

/** What the server refused, together with the draft that it was asked to save. */
interface Refusal {
  draft: ArtistDraft;
  errors: FieldErrors;
}

/** Creates the artist or saves over them; says what came of it. */
export function useSaveArtist(artistId: string | null, onSaved: () => void) {
  const { t } = useTranslation();
  const refresh = useRefreshCatalog();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [theirs, setTheirs] = useState<AdminArtistDetail | null>(null);
  const isNew = artistId === null;

  const failed = (description: string) =>
    toast({ title: t('artist-form.error'), description, variant: 'destructive' });
  const failedToSave = () =>
    failed(t(isNew ? 'artist-form.createFailed' : 'artist-form.updateFailed'));

  const mutation = useAdminMutation({
    mutationKey: [FORM_CHANGES],
    mutationFn: ({ draft, version }: Saving) =>
      artistId === null
        ? call('POST /api/admin/artists', { body: bodyOf(draft, undefined) })
        : call('PUT /api/admin/artists/:id', {
            params: { id: artistId },
            body: bodyOf(draft, version ?? undefined),
          }),
    onSuccess() {
      setTheirs(null);
      toast({ title: t(isNew ? 'artist-form.created' : 'artist-form.updated') });
      void refresh();
      onSaved();
    },
    async onError(error, { draft }) {
      const code = error instanceof ApiError ? error.code : null;
      if (artistId !== null && code === 'changed-meanwhile') {
        await latestArtist(artistId).then(setTheirs, failedToSave);
        return;
      }
      setTheirs(null);
      setRefusal({ draft, errors: problemsFrom(error) });
      if (error instanceof ApiError && error.status === 404) failed(t('artist-form.gone'));
      else failedToSave();
    },
  });

  return {
    save: (saving: Saving) => {
      setRefusal(null);
      mutation.mutate(saving);
    },
    isSaving: mutation.isPending,
    refusal,
    theirs,
    forgetTheirs: () => setTheirs(null),
  };
}
