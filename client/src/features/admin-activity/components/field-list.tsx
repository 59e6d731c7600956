import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type FieldChange, keyOf } from '../model/flat-fields';
import { wordFor } from '../model/word-for';
import { ShownValue } from './shown-value';

/** Fields line by line, each with what it was and what it is. */
export function FieldList({ fields }: { fields: readonly FieldChange[] }) {
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
