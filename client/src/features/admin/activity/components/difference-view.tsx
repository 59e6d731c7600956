import { ArrowRight, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Separator } from '#client/ui/separator';
import { localized } from '#shared/domain/localized';
import type { Difference } from '../model/difference';
import { type FieldChange, inOrder, keyOf } from '../model/flat-fields';
import type { NominationChange } from '../model/nomination-changes';
import { wordFor } from '../model/word-for';
import { ShownValue } from './shown-value';

interface FieldListProps {
  fields: readonly FieldChange[];
  /** True when only one side exists, so before and after need no labels. */
  isCreatedOrDeleted: boolean;
}

/** Lists the fields, each with its old and its new value. */
function FieldList({ fields, isCreatedOrDeleted }: FieldListProps) {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  if (fields.length === 0) return null;
  return (
    <dl className="flex flex-col gap-2">
      {inOrder(fields, t('activity.field', { returnObjects: true })).map((change) => (
        <div key={keyOf(change.path)} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
          <dt className="wrap-anywhere text-ivory-muted">
            {!isCreatedOrDeleted && change.after === undefined
              ? t('activity.atTheTime', { field: nameOf(change.path) })
              : nameOf(change.path)}
          </dt>
          <dd className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1">
            <FieldVersions change={change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Field names without a translation are shown as recorded. */
function useFieldName() {
  const { t } = useTranslation();
  const names = t('activity.field', { returnObjects: true });
  return (path: readonly string[]) => path.map((key) => wordFor(names, key) ?? key).join(' › ');
}

/** Shows the old and the new value of a field, or the only value if one side lacks the field. */
function FieldVersions({ change: { path, before, after } }: { change: FieldChange }) {
  const { t } = useTranslation();
  const field = path.at(-1) ?? '';
  if (before === undefined || after === undefined) {
    return <ShownValue field={field} value={before ?? after ?? null} />;
  }
  return (
    <>
      <del className="min-w-0 max-w-full rounded bg-alert/10 px-1.5 no-underline">
        <span className="sr-only">{t('activity.before')} </span>
        <ShownValue field={field} value={before} />
      </del>
      <span className="flex min-w-0 max-w-full items-start gap-2">
        <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-ivory-muted" />
        <ins className="min-w-0 rounded bg-success/10 px-1.5 no-underline">
          <span className="sr-only">{t('activity.after')} </span>
          <ShownValue field={field} value={after} />
        </ins>
      </span>
    </>
  );
}

interface NominationItemProps {
  change: NominationChange;
  /** True when it was created or deleted together with its artist. */
  isCreatedOrDeleted: boolean;
}

/** Shows what changed in one nomination, named by its category. */
function NominationItem({ change, isCreatedOrDeleted }: NominationItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, nomination, move, fields } = change;
  const { categoryName, categoryNameFr } = nomination;
  const isOnlyMoved = kind === 'changed' && fields.length === 0;
  return (
    <li className="border-surface-line border-l-2 pl-3">
      <p className="flex flex-wrap items-center gap-x-2">
        {!isCreatedOrDeleted && (
          <Badge>{t(`activity.nomination.${isOnlyMoved ? 'moved' : kind}`)}</Badge>
        )}
        <span className="wrap-anywhere font-semibold">
          {localized(language, categoryName ?? t('activity.nomination.unknown'), categoryNameFr)}
        </span>
        {move && (
          <span>{t('activity.nomination.move', { oldPlace: move.from, newPlace: move.to })}</span>
        )}
      </p>
      {fields.length > 0 && (
        <div className="mt-1.5">
          <FieldList
            fields={fields}
            isCreatedOrDeleted={isCreatedOrDeleted || kind !== 'changed'}
          />
        </div>
      )}
    </li>
  );
}

/** Number of field names that a collapsed entry shows. */
const SHOWN_NAMES = 4;

/** Shows the changes, collapsed under the names of the changed fields. */
export function DifferenceView({ difference }: { difference: Difference }) {
  const { t } = useTranslation();
  const { isCreatedOrDeleted, fields, nominations } = difference;
  if (fields.length + nominations.length === 0) return null;
  return (
    <details className="group">
      <summary className="flex min-h-touch cursor-pointer list-none items-center gap-1 text-ivory-soft [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ivory-muted transition-transform group-open:[transform:rotate(90deg)]"
        />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{t('activity.details')}</span>
          <ChangedNames difference={difference} />
        </span>
      </summary>
      <div className="mt-1 mb-1.5 flex flex-col gap-2 border-surface-line border-t pt-2">
        <FieldList fields={fields} isCreatedOrDeleted={isCreatedOrDeleted} />
        {nominations.length > 0 && (
          <div>
            <h3 className="font-sans font-semibold text-ivory-soft">{t('activity.nominations')}</h3>
            <ul className="mt-1 flex flex-col gap-2">
              {nominations.map((change) => (
                <NominationItem
                  key={change.nomination.categoryId}
                  change={change}
                  isCreatedOrDeleted={isCreatedOrDeleted}
                />
              ))}
            </ul>
          </div>
        )}
      </div>
    </details>
  );
}

/** Lists the names of the changed fields; nothing for what was created or deleted. */
function ChangedNames({
  difference: { isCreatedOrDeleted, fields, nominations },
}: {
  difference: Difference;
}) {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  const changed = fields.filter(({ after }) => after !== undefined);
  const words = t('activity.field', { returnObjects: true });
  const names = [
    ...inOrder(changed, words).map(({ path }) => nameOf(path)),
    ...(nominations.length > 0 ? [t('activity.nominations')] : []),
  ];
  if (isCreatedOrDeleted || names.length === 0) return null;
  const more = names.length - SHOWN_NAMES;
  return (
    <span className="text-ivory-muted">
      <Separator />
      {names.slice(0, SHOWN_NAMES).join(', ')}
      {more > 0 && ` ${t('activity.moreFields', { count: more })}`}
    </span>
  );
}
