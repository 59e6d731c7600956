import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '#client/lib/format';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { useOverflow } from '#client/lib/use-overflow';
import { knownProviderName } from '#shared/domain/provider-name';
import type { FieldValue } from '../model/flat-fields';
import { wordFor } from '../model/word-for';

/** Shows a text as written; a long one is cut off until it is expanded. */
function LongText({ text }: { text: string }) {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  const [isCut, box] = useOverflow<HTMLSpanElement>(!isUnfolded);
  return (
    <>
      <span
        ref={box}
        className={clsx('wrap-anywhere whitespace-pre-wrap', isUnfolded ? 'block' : 'line-clamp-3')}
      >
        {text}
      </span>
      {(isCut || isUnfolded) && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="block min-h-touch font-semibold text-gold underline underline-offset-4"
        >
          {t(isUnfolded ? 'activity.showLess' : 'activity.wholeText')}
        </button>
      )}
    </>
  );
}

const COLOUR = /^#[0-9a-f]{6}$/i;

interface ShownValueProps {
  /** Field name by which the labels of its values are found. */
  field: string;
  value: FieldValue;
}

export function ShownValue({ field, value }: ShownValueProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const wordOf = useValueWords(field);
  if (typeof value === 'number') return formatNumber(value, language);
  if (typeof value === 'boolean') return t(value ? 'activity.yes' : 'activity.no');
  if (value === null || (typeof value === 'string' && value.trim() === '')) {
    return <span className="text-ivory-muted">{t('activity.blank')}</span>;
  }
  if (typeof value === 'object') return formatMoney(value, language);
  if (COLOUR.test(value)) return <Colour value={value} />;
  return <LongText text={wordOf(value) ?? value} />;
}

/** Labels of values that records store as codes. */
function useValueWords(field: string): (value: string) => string | null {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  switch (field) {
    case 'from':
    case 'to':
    case 'opensAt':
    case 'closesAt':
    case 'sealedFrom':
      return (value) => (Number.isNaN(Date.parse(value)) ? null : eventTime(value));
    case 'attempt':
      return (value) => wordFor(t('tracking.state', { returnObjects: true }), value);
    case 'provider':
      return (value) => wordFor(t('checkout.method', { returnObjects: true }), value);
    case 'order':
    case 'fixed':
      return (value) => {
        const words = t('activity.value.routing', { returnObjects: true });
        const names = value
          .split(', ')
          .map((name) => wordFor(words, name) ?? knownProviderName(name));
        return names.every((name) => name !== null) ? names.join(', ') : null;
      };
    case 'role':
      return (value) => wordFor(t('admin.role', { returnObjects: true }), value);
    case 'policy':
      return (value) => wordFor(t('activity.value.policy', { returnObjects: true }), value);
    case 'icon':
      return (value) => wordFor(t('admin.categoryForm.icons', { returnObjects: true }), value);
    case 'status':
    case 'refund':
    case 'reason':
    case 'act':
    case 'look':
      return (value) => wordFor(t(`activity.value.${field}`, { returnObjects: true }), value);
    case 'failureReason':
      return (value) => wordFor(t('tracking.reason', { returnObjects: true }), value);
    case 'flags':
      return (value) => {
        const words = t('tracking.flag', { returnObjects: true });
        return value
          .split(', ')
          .map((flag) => wordFor(words, flag) ?? flag)
          .join(', ');
      };
    default:
      return () => null;
  }
}

const Colour = ({ value }: { value: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span
      aria-hidden
      className="size-3.5 rounded border border-ivory-muted"
      style={{ backgroundColor: value }}
    />
    {value}
  </span>
);
