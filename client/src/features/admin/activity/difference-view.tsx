import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Difference } from './difference';
import { FieldList } from './field-list';
import { NominationItem } from './nomination-item';

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
    <div className="mt-2 flex flex-col gap-2 border-stage-line border-t pt-2">
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
