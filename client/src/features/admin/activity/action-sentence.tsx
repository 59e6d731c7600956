import { useTranslation } from 'react-i18next';
import { isJsonObject } from './flat-fields';
import type { RecordedAction } from './queries';
import { Subject } from './subject';
import { wordFor } from './word-for';

/** In both languages the order is the same: who, did what, to whom. */
export function ActionSentence({ action }: { action: RecordedAction }) {
  const { t } = useTranslation();
  const actions = t('activity.action', { returnObjects: true });
  return (
    <>
      <span className="font-semibold">{useActor(action)}</span>{' '}
      <span className="font-normal">
        {wordFor(actions, action.action.replace('.', '-')) ??
          t('activity.unknownAction', { action: action.action })}
      </span>{' '}
      <Subject action={action} />
    </>
  );
}

/** Rights also come and go by themselves: those are recorded under the person they concern. */
function useActor({ entity, after, adminName }: RecordedAction): string {
  const { t } = useTranslation();
  const actors = t('activity.actor', { returnObjects: true });
  const reason = entity === 'user' && isJsonObject(after) ? after.reason : undefined;
  const byItself = typeof reason === 'string' ? wordFor(actors, reason) : null;
  return byItself ?? adminName ?? actors.command;
}
