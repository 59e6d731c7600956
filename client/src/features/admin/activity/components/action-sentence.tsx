import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useCurrentUser } from '#client/features/auth/index';
import { formatDay } from '#client/lib/time/format-day';
import { useLanguage } from '#client/lib/use-language';
import { WHOLE_EVENT } from '#shared/domain/books';
import { localized } from '#shared/domain/localized';
import { may, type Permission } from '#shared/domain/permissions';
import { knownProviderName } from '#shared/domain/provider-name';
import type { RecordedAction } from '../api';
import { isJsonObject } from '../model/flat-fields';
import { wordFor } from '../model/word-for';

/** Number of characters of an id that the administration shows. */
const SHORT_ID = 8;

/** The subject of an action; a link while its target exists. */
function Subject({ action }: { action: RecordedAction }) {
  const name = useSubjectName(action);
  const role = useCurrentUser()?.role ?? null;
  const target = linkTargetOf(action);
  if (name === null) return null;
  return target === null || !may(role, target.permission) ? (
    <span className="font-semibold">{name}</span>
  ) : (
    <Link
      href={target.address}
      className="font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
    >
      {name}
    </Link>
  );
}

/** Actions without a subject: the sentence is complete without one. */
const WITHOUT_SUBJECT: readonly string[] = [
  'catalog.import',
  'category.reorder',
  'payment.export',
  'admin.sign-in',
  'settings.update',
  'settings.publish-results',
  'settings.withdraw-results',
  'admin.invite',
  'admin.uninvite',
  'voter.erase',
  'activity.export',
];

/** @returns null when there is none */
function useSubjectName(action: RecordedAction): string | null {
  const language = useLanguage();
  const { t } = useTranslation();
  const { entity, entityId, entityName, entityNameFr } = action;
  if (WITHOUT_SUBJECT.includes(action.action)) return null;
  if (entityName !== null) return localized(language, entityName, entityNameFr);
  if (entity === 'books') {
    return entityId === WHOLE_EVENT ? t('activity.wholeEvent') : formatDay(entityId, language);
  }
  const provider = knownProviderName(entityId);
  if (entity === 'payment' && provider !== null) return provider;
  return entityId.slice(0, SHORT_ID) || t('activity.blank');
}

function linkTargetOf({
  entity,
  entityId,
  isOpenable,
}: RecordedAction): { address: string; permission: Permission } | null {
  if (!isOpenable) return null;
  const id = encodeURIComponent(entityId);
  switch (entity) {
    case 'artist':
      return { address: `/admin/artists/${id}`, permission: 'catalog' };
    case 'category':
      // Categories are edited in a dialog over this list.
      return { address: '/admin?tab=categories', permission: 'catalog' };
    case 'books':
      return { address: `/admin/books?day=${id}`, permission: 'books' };
    case 'payment':
      return { address: `/admin/voter-tracking?payment=${id}`, permission: 'payments' };
    default:
      return null;
  }
}

/** The order is the same in both languages: actor, action, subject. */
export function ActionSentence({ action }: { action: RecordedAction }) {
  const { t } = useTranslation();
  const actions = t('activity.action', { returnObjects: true });
  const formerName = formerNameIn(action);
  return (
    <>
      <span className="font-semibold">{useActor(action)}</span>{' '}
      <span className="font-normal">
        {formerName === null
          ? (wordFor(actions, action.action.replace('.', '-')) ??
            t('activity.unknownAction', { action: action.action }))
          : t(`activity.renamed.${action.entity === 'artist' ? 'artist' : 'category'}`, {
              formerName,
            })}
      </span>{' '}
      <Subject action={action} />
    </>
  );
}

/** Returns the previous name of an artist or a category; null when the name did not change. */
function formerNameIn({ action, entityName, before }: RecordedAction): string | null {
  const isEdit = action === 'artist.update' || action === 'category.update';
  const former = isEdit && isJsonObject(before) ? before.name : null;
  return typeof former === 'string' && former !== entityName ? former : null;
}

/**
 * Permissions can also change automatically: such an entry is recorded under the person concerned.
 */
function useActor({ entity, after, adminName }: RecordedAction): string {
  const { t } = useTranslation();
  const actors = t('activity.actor', { returnObjects: true });
  const reason =
    (entity === 'user' || entity === 'voter') && isJsonObject(after) ? after.reason : undefined;
  const automaticActor = typeof reason === 'string' ? wordFor(actors, reason) : null;
  return automaticActor ?? adminName ?? actors.command;
}
