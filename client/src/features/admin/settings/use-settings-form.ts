import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { statsQuery } from '#client/features/admin/analytics/index';
import { refusedIssues, useDraftForm } from '#client/features/admin/drafts/index';
import { useAdminMutation } from '#client/features/auth/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { ApiError, call } from '#client/lib/api/request';
import { toast, toastError } from '#client/ui/overlay/toast';
import {
  type EventSettings,
  type EventSettingsInput,
  type SavedSettings,
  SETTINGS_PROBLEMS,
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
  /** End of voting, when saving would end it at once; otherwise null. */
  closesAt: string | null;
  /** Voters whose details would be deleted sooner; null when there are none. */
  erasure: { from: string; payments: number } | null;
}
interface Question extends Consequences {
  input: EventSettingsInput;
}

/** Effects of a save that are immediate or permanent, to be confirmed first. */
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

/** There is only one settings row. */
const ID = 'event';

export type SettingsFormState = ReturnType<typeof useSettingsForm>;

/** Manages the draft of the settings, its errors, and what prevents saving. */
export function useSettingsForm(saved: SavedSettings) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useDraftForm({
    storage: settingsDrafts,
    id: ID,
    stored: storedFrom(saved),
    isSame: isSameDraft,
    resolver: settingsResolver,
    reValidateMode: 'onChange',
    mutationKey: SETTINGS_CHANGES,
  });
  /** The version that another owner saved meanwhile; null without a conflict. */
  const [theirs, setTheirs] = useState<SavedSettings | null>(null);
  /**
   * Confirmation required before saving: voting would end at once, or details would be deleted
   * sooner.
   */
  const [question, setQuestion] = useState<Question | null>(null);

  const save = useAdminMutation({
    mutationKey: [SETTINGS_CHANGES],
    mutationFn: (input: EventSettingsInput) => call('PUT /api/admin/settings', { body: input }),
    onSuccess(latest) {
      setTheirs(null);
      queryClient.setQueryData(settingsQuery.queryKey, latest);
      form.replaceWith(storedFrom(latest));
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
      const rules = new Map(
        refusedIssues(error).map(({ path, message }) => [path.replace(/^settings\./, ''), message]),
      );
      const fieldNames = Object.keys(fieldsOf(form.current())) as SettingsField[];
      form.refuse(
        fieldNames.filter((field) => rules.has(field)),
        (field) => SETTINGS_PROBLEMS.find((problem) => problem === rules.get(field)),
      );
      failed();
    },
  });

  const arePublished = saved.resultsPublishedAt !== null;
  /** A draft made before the results were published may contain another policy. */
  const asPublished = (settings: EventSettings) => ({
    ...settings,
    results: saved.settings.results,
  });
  const submit = (replaced?: number) =>
    form.submit(async (settings, version = saved.version) => {
      const input = { settings: arePublished ? asPublished(settings) : settings, version };
      const consequences = await consequencesOf(saved.settings, settings).catch(() => null);
      if (!consequences) toastError(t('settings.error'), t('settings.notSaved'));
      else if (consequences.closesAt || consequences.erasure) {
        setQuestion({ input, ...consequences });
      } else save.mutate(input);
    }, replaced);

  return {
    ...form,
    isSaving: save.isPending,
    /** Published results stay published: the results settings can no longer be changed. */
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
    discard: () => form.replaceWith(storedFrom(saved)),
    takeTheirs() {
      if (!theirs) return;
      queryClient.setQueryData(settingsQuery.queryKey, theirs);
      form.replaceWith(storedFrom(theirs));
      setTheirs(null);
    },
    keepMine() {
      if (!theirs) return;
      form.rebaseOn(storedFrom(theirs));
      setTheirs(null);
      void submit(theirs.version);
    },
    forgetTheirs: () => setTheirs(null),
  };
}
