import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventSettings, SavedSettings } from '#shared/contracts/event-settings';
import { publicConfigQuery } from '../../lib/api/public-config';
import { ApiError, call } from '../../lib/api/request';
import { toast, toastError } from '../../ui/overlay/toast';
import { refusedFields, useDraftForm } from '../admin-drafts';
import { useAdminMutation } from '../auth';
import { SETTINGS_CHANGES, settingsQuery } from './api';
import {
  draftOf,
  fieldsOf,
  isSameDraft,
  type SettingsField,
  settingsDrafts,
  settingsResolver,
} from './model/settings-draft';

const storedFrom = ({ settings, version }: SavedSettings) => ({
  draft: draftOf(settings),
  version,
});

/** There is one of them. */
const ID = 'event';

export type SettingsFormState = ReturnType<typeof useSettingsForm>;

/** The draft of the settings, what is wrong with it, and what stands in the way of saving it. */
export function useSettingsForm(saved: SavedSettings) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useDraftForm({
    keeper: settingsDrafts,
    id: ID,
    stored: storedFrom(saved),
    isSame: isSameDraft,
    resolver: settingsResolver,
    reValidateMode: 'onChange',
    mutationKey: SETTINGS_CHANGES,
  });
  /** What another owner has saved meanwhile; null without a conflict. */
  const [theirs, setTheirs] = useState<SavedSettings | null>(null);
  /** What is only saved after a question: voting would be over at once. */
  const [closing, setClosing] = useState<{ settings: EventSettings; version: number } | null>(null);

  const save = useAdminMutation({
    mutationKey: [SETTINGS_CHANGES],
    mutationFn: (input: { settings: EventSettings; version: number }) =>
      call('PUT /api/admin/settings', { body: input }),
    onSuccess(latest) {
      setTheirs(null);
      queryClient.setQueryData(settingsQuery.queryKey, latest);
      form.takeOver(storedFrom(latest));
      toast({ title: t('settings.saved') });
      return queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey });
    },
    async onError(error) {
      const failed = () => toastError(t('settings.error'), t('settings.saveFailed'));
      if (error instanceof ApiError && error.code === 'changed-meanwhile') {
        await call('GET /api/admin/settings', {}).then(setTheirs, failed);
        return;
      }
      const paths = refusedFields(error).map((path) => path.replace(/^settings\./, ''));
      const known = Object.keys(fieldsOf(form.current())) as SettingsField[];
      form.refuse(known.filter((field) => paths.includes(field)));
      failed();
    },
  });

  const submit = (over?: number) =>
    form.submit((settings, version = saved.version) => {
      const input = { settings, version };
      const { closesAt } = settings;
      const endsNow =
        closesAt !== null &&
        closesAt !== saved.settings.closesAt &&
        Date.parse(closesAt) <= Date.now();
      if (endsNow) setClosing(input);
      else save.mutate(input);
    }, over);

  return {
    ...form,
    isSaving: save.isPending,
    submit: () => submit(),
    closing: closing && {
      at: closing.settings.closesAt ?? '',
      confirm() {
        save.mutate(closing);
        setClosing(null);
      },
      cancel: () => setClosing(null),
    },
    theirs: theirs && draftOf(theirs.settings),
    discard: () => form.takeOver(storedFrom(saved)),
    takeTheirs() {
      if (!theirs) return;
      queryClient.setQueryData(settingsQuery.queryKey, theirs);
      form.takeOver(storedFrom(theirs));
      setTheirs(null);
    },
    keepMine() {
      if (!theirs) return;
      form.goOnOver(storedFrom(theirs));
      setTheirs(null);
      void submit(theirs.version);
    },
    forgetTheirs: () => setTheirs(null),
  };
}
