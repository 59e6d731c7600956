import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { localized } from '#shared/domain/localized';
import type { Difference } from '../model/difference';
import { type FieldChange, keyOf } from '../model/flat-fields';
import type { NominationChange } from '../model/nomination-changes';
import { wordFor } from '../model/word-for';
import { ShownValue } from './shown-value';

/** Fields line by line, each with what it was and what it is. */
function FieldList({ fields }: { fields: readonly FieldChange[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className="flex flex-col gap-2">
      {fields.map((change) => (
        <div key={keyOf(change.path)} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
          <dt className="wrap-anywhere text-ivory-muted">
            <FieldName path={change.path} />
          </dt>
          <dd className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1">
            <FieldVersions change={change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Field names without a translation are shown as they were recorded. */
function FieldName({ path }: { path: readonly string[] }) {
  const { t } = useTranslation();
  const names = t('activity.field', { returnObjects: true });
  return path.map((key) => wordFor(names, key) ?? key).join(' › ');
}

/** A field that only one side knows did not change: there is nothing to compare it with. */
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
  /** It came or went with its artist. */
  isWhole: boolean;
}

/** What became of one nomination, named by its category. */
function NominationItem({ change, isWhole }: NominationItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { kind, nomination, move, fields } = change;
  const { categoryName, categoryNameFr } = nomination;
  const isOnlyMoved = kind === 'changed' && fields.length === 0;
  return (
    <li className="border-surface-line border-l-2 pl-3">
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

/** Lines of an entry before the rest is folded away. */
const FOLDED_LINES = 8;

export function DifferenceView({
  difference: { isWhole, fields, nominations },
}: {
  difference: Difference;
}) {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  const lines = fields.length + nominations.length;
  const limit = isUnfolded ? lines : FOLDED_LINES;
  const shownNominations = nominations.slice(0, Math.max(0, limit - fields.length));
  if (lines === 0) return <p className="text-ivory-muted">{t('activity.nothing')}</p>;
  return (
    <div className="mt-2 flex flex-col gap-2 border-surface-line border-t pt-2">
      <FieldList fields={fields.slice(0, limit)} />
      {shownNominations.length > 0 && (
        <div>
          <h3 className="font-sans font-semibold text-ivory-soft">{t('activity.nominations')}</h3>
          <ul className="mt-1 flex flex-col gap-2">
            {shownNominations.map((change) => (
              <NominationItem
                key={change.nomination.categoryId}
                change={change}
                isWhole={isWhole}
              />
            ))}
          </ul>
        </div>
      )}
      {lines > FOLDED_LINES && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="min-h-touch self-start font-semibold text-gold underline underline-offset-4"
        >
          {isUnfolded ? t('activity.showLess') : t('activity.showAll', { count: lines })}
        </button>
      )}
    </div>
  );
}
