import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { statsQuery } from '#client/features/admin/analytics/index';
import { refusedFields, useDraftForm } from '#client/features/admin/drafts/index';
import { useAdminMutation } from '#client/features/auth/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { ApiError, call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import type {
  EventSettings,
  EventSettingsInput,
  SavedSettings,
} from '#shared/contracts/event-settings';
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

interface Consequences {
  /** The end of voting, where it is over at once; else null. */
  closesAt: string | null;
  /** Of whom details are erased sooner, where there are any; else null. */
  erasure: { from: string; payments: number } | null;
}
interface Question extends Consequences {
  input: EventSettingsInput;
}

/** What a save would do at once or for good, so that nobody does it by mistake. */
async function consequencesOf(before: EventSettings, after: EventSettings): Promise<Consequences> {
  const { closesAt, retentionDays } = after;
  const isEndMoved = closesAt !== before.closesAt;
  const endsNow = isEndMoved && closesAt !== null && Date.parse(closesAt) <= Date.now();
  const mayEraseSooner = isEndMoved || retentionDays < before.retentionDays;
  const { erasure } = mayEraseSooner
    ? await call('POST /api/admin/settings/preview', { body: { closesAt, retentionDays } })
    : { erasure: null };
  return {
    closesAt: endsNow ? closesAt : null,
    erasure: erasure && erasure.payments > 0 ? erasure : null,
  };
}

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
  /** What is only saved after a question: voting would be over at once, or details erased sooner. */
  const [question, setQuestion] = useState<Question | null>(null);

  const save = useAdminMutation({
    mutationKey: [SETTINGS_CHANGES],
    mutationFn: (input: EventSettingsInput) => call('PUT /api/admin/settings', { body: input }),
    onSuccess(latest) {
      setTheirs(null);
      queryClient.setQueryData(settingsQuery.queryKey, latest);
      form.takeOver(storedFrom(latest));
      toast({ title: t('settings.saved') });
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: statsQuery.queryKey }),
      ]);
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

  const arePublished = saved.resultsPublishedAt !== null;
  /** A draft of before the results were published may say something else of them. */
  const asPublished = (settings: EventSettings) => ({
    ...settings,
    results: saved.settings.results,
  });
  const submit = (over?: number) =>
    form.submit(async (settings, version = saved.version) => {
      const input = { settings: arePublished ? asPublished(settings) : settings, version };
      const consequences = await consequencesOf(saved.settings, settings).catch(() => null);
      if (!consequences) toastError(t('settings.error'), t('settings.notSaved'));
      else if (consequences.closesAt || consequences.erasure) {
        setQuestion({ input, ...consequences });
      } else save.mutate(input);
    }, over);

  return {
    ...form,
    isSaving: save.isPending,
    /** What was published stays so: nothing is set about the results any more. */
    arePublished,
    submit: () => submit(),
    question: question && {
      ...question,
      confirm() {
        save.mutate(question.input);
        setQuestion(null);
      },
      cancel: () => setQuestion(null),
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
