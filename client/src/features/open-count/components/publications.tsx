import { useTranslation } from 'react-i18next';
import { useEventTime } from '#client/lib/use-event';
import type { OpenCount } from '#shared/contracts/open-count';

/** Says when the results of an edition were made public, and when that was undone. */
export function Publications({ edition }: Pick<OpenCount, 'edition'>) {
  const { t } = useTranslation();
  const eventTime = useEventTime();
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 text-ivory-soft">
      {edition.publications.map(({ what, at }) => (
        <li key={`${what} ${at}`}>{t(`count.publications.${what}`, { time: eventTime(at) })}</li>
      ))}
    </ul>
  );
}
