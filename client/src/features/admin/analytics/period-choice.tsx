import { useTranslation } from 'react-i18next';
import { PERIODS, type Period } from './period';

interface PeriodChoiceProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** The browser's own radio buttons, drawn as one strip. */
export function PeriodChoice({ period: chosen, onChange }: PeriodChoiceProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="flex w-fit flex-wrap gap-1 rounded-xl border border-stage-line bg-stage-raised p-1">
      <legend className="sr-only">{t('analytics.period.label')}</legend>
      {PERIODS.map((period) => (
        <label
          key={period}
          className="flex min-h-touch cursor-pointer items-center rounded-lg px-3 font-semibold text-ivory-soft text-sm hover:bg-stage-high has-checked:bg-gold has-checked:text-gold-ink has-focus-visible:outline-3 has-focus-visible:outline-gold-bright has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name="period"
            className="sr-only"
            checked={period === chosen}
            onChange={() => onChange(period)}
          />
          {t('analytics.period.days', { count: period })}
        </label>
      ))}
    </fieldset>
  );
}
