import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { localized } from '#shared/domain/localized';
import { FieldList } from './field-list';
import type { NominationChange } from './nomination-changes';

interface NominationItemProps {
  change: NominationChange;
  /** It came or went with its artist. */
  isWhole: boolean;
}

/** What became of one nomination, named by its category. */
export function NominationItem({ change, isWhole }: NominationItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, nomination, move, fields } = change;
  const { categoryName, categoryNameFr } = nomination;
  const isOnlyMoved = kind === 'changed' && fields.length === 0;
  return (
    <li className="border-stage-line border-l-2 pl-3">
      <p className="flex flex-wrap items-center gap-x-2">
        {!isWhole && <Badge>{t(`activity.nomination.${isOnlyMoved ? 'moved' : kind}`)}</Badge>}
        <span className="wrap-anywhere font-semibold">
          {localized(language, categoryName ?? t('activity.nomination.unknown'), categoryNameFr)}
        </span>
        {move && (
          <span>{t('activity.nomination.move', { oldPlace: move.from, newPlace: move.to })}</span>
        )}
      </p>
      {fields.length > 0 && (
        <div className="mt-1.5">
          <FieldList fields={fields} />
        </div>
      )}
    </li>
  );
}
