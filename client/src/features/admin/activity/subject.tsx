import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useLanguage } from '#client/lib/use-language';
import { localized } from '#shared/domain/localized';
import type { RecordedAction } from './queries';
import { wordFor } from './word-for';

/** Names of companies are the same in every language. */
const PROVIDERS = { campay: 'Campay', fapshi: 'Fapshi', 'mtn-momo': 'MTN MoMo' };
/** As much of an id as is shown anywhere at the desk. */
const SHORT_ID = 8;

/** What an action is about; leads there while there is something to lead to. */
export function Subject({ action }: { action: RecordedAction }) {
  const name = useSubjectName(action);
  const address = addressOf(action);
  if (name === null) return null;
  return address === null ? (
    <span className="font-semibold">{name}</span>
  ) : (
    <Link
      href={address}
      className="font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
    >
      {name}
    </Link>
  );
}

/** @returns null for a file that was imported: what it brought stands below */
function useSubjectName(action: RecordedAction): string | null {
  const language = useLanguage();
  const { t } = useTranslation();
  const { entity, entityId, entityName, entityNameFr } = action;
  if (entityName !== null) return localized(language, entityName, entityNameFr);
  const provider = wordFor(PROVIDERS, entityId);
  if (entity === 'payment' && provider !== null) return provider;
  return entity === 'import' ? null : entityId.slice(0, SHORT_ID) || t('activity.blank');
}

function addressOf({ entity, entityId, isOpenable }: RecordedAction): string | null {
  if (!isOpenable) return null;
  const id = encodeURIComponent(entityId);
  switch (entity) {
    case 'artist':
      return `/admin/artists/${id}`;
    case 'category':
      // A category is edited in a dialog over this list.
      return '/admin?tab=categories';
    case 'payment':
      return `/admin/voter-tracking?search=${id}`;
    default:
      return null;
  }
}
