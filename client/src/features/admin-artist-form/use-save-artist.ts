import { useTranslation } from 'react-i18next';
import type { AdminArtistDetail, ArtistInput } from '#shared/contracts/admin-catalog';
import { ApiError, call } from '../../lib/api/request';
import { toast, toastError } from '../../ui/overlay/toast';
import { refusedFields } from '../admin-drafts';
import { useRefreshCatalog } from '../admin-shell';
import { useAdminMutation } from '../auth';
import { FORM_CHANGES } from './api';

interface SaveArtistOptions {
  /** Null to create one. */
  id: string | null;
  onSaved: () => void;
  /** Takes the artist as another administrator has saved it; null once there is no conflict. */
  onConflict: (theirs: AdminArtistDetail | null) => void;
  /** Takes the paths of the fields that the server does not accept. */
  onRefused: (paths: string[]) => void;
}

/** Creates the artist or saves over them; says what came of it. */
export function useSaveArtist({ id, onSaved, onConflict, onRefused }: SaveArtistOptions) {
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
      onRefused(refusedFields(error));
      if (error instanceof ApiError && error.status === 404) failed(t('artist-form.gone'));
      else failedToSave();
    },
  });
}
