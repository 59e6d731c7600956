import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Differences, DraftOffer, UnsavedDialog } from '#client/features/admin/drafts/index';
import { useEventTime } from '#client/lib/use-event';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import type { SavedSettings } from '#shared/contracts/event-settings';
import { providerName } from '#shared/domain/provider-name';
import {
  fieldsOf,
  isRoutingField,
  NO_PROVIDER,
  type RoutingField,
  type SettingsDraft,
  type SettingsField,
} from '../model/settings-draft';
import { type SettingsFormState, useSettingsForm } from '../use-settings-form';
import { SettingsContents, SettingsSections } from './settings-sections';
import { VotersPreview } from './voters-preview';

export function SettingsForm({ saved }: { saved: SavedSettings }) {
  const { t } = useTranslation();
  const form = useSettingsForm(saved);
  const { isDirty, guard, offer } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form ref={form.element} noValidate onSubmit={submit} className="flex flex-col gap-6">
      {offer && (
        <DraftOffer
          text={t('settings.draftFound')}
          onRestore={offer.restore}
          onDiscard={offer.discard}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="flex flex-col gap-4 lg:sticky lg:top-4 lg:col-start-2">
          <SettingsContents />
          <div className="max-lg:hidden">
            <VotersPreview draft={form.draft} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-1 lg:row-start-1">
          <SettingsSections form={form} />
        </div>
      </div>
      <div className="sticky bottom-0 z-10 -mx-3 flex flex-wrap items-center justify-end gap-2 border-surface-line border-t bg-surface px-3 py-3">
        <p role="status" className="mr-auto text-ivory-soft text-sm">
          {isDirty && t('settings.unsaved')}
        </p>
        <Button variant="outline" disabled={!isDirty} onClick={form.discard}>
          {t('settings.discard')}
        </Button>
        <Button type="submit" isBusy={form.isSaving}>
          {t('settings.save')}
        </Button>
      </div>
      <UnsavedDialog open={guard.isAsking} onStay={guard.stay} onLeave={form.leave} />
      {form.question && <QuestionDialog question={form.question} />}
      {form.theirs && <ConflictDialog form={form} mine={form.draft} theirs={form.theirs} />}
    </form>
  );
}

/** Asks for confirmation when voting would end at once or details would be deleted sooner. */
function QuestionDialog({ question }: { question: NonNullable<SettingsFormState['question']> }) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const { closesAt, erasure } = question;
  const kind = closesAt ? 'closing' : 'erasing';
  const sentences = [
    closesAt && t('settings.closing.description', { time: eventTime(closesAt) }),
    erasure &&
      t('settings.erasing.description', {
        count: erasure.payments,
        time: eventTime(erasure.from),
      }),
  ];
  return (
    <Dialog
      onClose={question.cancel}
      title={t(`settings.${kind}.title`)}
      description={sentences.filter(Boolean).join(' ')}
    >
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" className="grow" onClick={question.cancel}>
          {t(`settings.${kind}.cancel`)}
        </Button>
        <Button variant="danger" className="grow" onClick={question.confirm}>
          {t(`settings.${kind}.confirm`)}
        </Button>
      </div>
    </Dialog>
  );
}

interface ConflictDialogProps {
  form: SettingsFormState;
  mine: SettingsDraft;
  theirs: SettingsDraft;
}

/** Another owner saved first: shows both versions, one of which has to be chosen. */
function ConflictDialog({ form, mine, theirs }: ConflictDialogProps) {
  const { t } = useTranslation();
  const [own, other] = [fieldsOf(mine), fieldsOf(theirs)];
  const providersIn = (path: RoutingField, value: string) => {
    if (value === NO_PROVIDER) return t('settings.routing.nobody');
    if (value === '') return path.endsWith('.order') ? t('settings.routing.configured') : '';
    return value.split(',').map(providerName).join(', ');
  };
  const changed = (Object.keys(own) as SettingsField[]).filter((path) => own[path] !== other[path]);
  return (
    <Dialog
      size="lg"
      onClose={form.forgetTheirs}
      title={t('settings.conflict.title')}
      description={t('settings.conflict.description')}
    >
      <div className="flex flex-col gap-4">
        <Differences
          differences={changed.map((path) => ({
            key: path,
            // In two, because the compiler compares only so many keys at once.
            label: isRoutingField(path) ? t(`settings.field.${path}`) : t(`settings.field.${path}`),
            mine: isRoutingField(path) ? providersIn(path, own[path]) : own[path],
            theirs: isRoutingField(path) ? providersIn(path, other[path]) : other[path],
          }))}
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" className="grow" onClick={form.takeTheirs}>
            {t('settings.conflict.takeTheirs')}
          </Button>
          <Button className="grow" isBusy={form.isSaving} onClick={form.keepMine}>
            {t('settings.conflict.keepMine')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
