import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DayField, SelectField } from '#client/features/admin/shell/index';
import { Button } from '#client/ui/button';
import { actingPeopleQuery } from '../api';
import { ACTIVITY_KINDS, type useActivityFilters } from '../use-activity-filters';

type ActivityFilterBarProps = ReturnType<typeof useActivityFilters>;

/** Filters by kind, by person and by days in the event's time zone. */
export function ActivityFilterBar({ filters, isFiltered, change, reset }: ActivityFilterBarProps) {
  const { t } = useTranslation();
  const people = useQuery(actingPeopleQuery).data?.people ?? [];
  const { kind, person, from, to } = filters;
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name;
  const others = person !== '' && nameOf(person) === undefined ? [person] : [];
  return (
    <search
      aria-label={t('activity.filter.label')}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-end gap-3"
    >
      <SelectField
        isDense
        label={t('activity.kind.label')}
        value={kind}
        choices={['', ...ACTIVITY_KINDS]}
        textOf={(kind) => t(`activity.kind.${kind || 'all'}`)}
        onChoose={(chosen) => change({ kind: chosen })}
      />
      <SelectField
        isDense
        label={t('activity.filter.person')}
        value={person}
        choices={['', ...others, ...people.map(({ id }) => id)]}
        textOf={(id) => (id ? (nameOf(id) ?? id) : t('activity.filter.everybody'))}
        onChoose={(chosen) => change({ person: chosen })}
      />
      <DayField
        label={t('activity.filter.from')}
        day={from}
        onPick={(day) => change({ from: day })}
      />
      <DayField label={t('activity.filter.to')} day={to} onPick={(day) => change({ to: day })} />
      {isFiltered && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={reset}>
          {t('activity.noMatch.all')}
        </Button>
      )}
    </search>
  );
}
