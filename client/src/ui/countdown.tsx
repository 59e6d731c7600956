import { useTranslation } from 'react-i18next';
import { useIsHydrated } from '#client/lib/browser/page-render';
import { serverNow } from '#client/lib/time/server-clock';
import { useSecondsLeft } from '#client/lib/time/use-seconds-left';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * Shows the time until an instant by the server's clock, in ever smaller units; nothing while the
 * browser's offset is unknown.
 */
export function Countdown({ to }: { to: string }) {
  const isHydrated = useIsHydrated();
  return isHydrated ? <Running to={to} /> : null;
}

function Running({ to }: { to: string }) {
  const { t } = useTranslation();
  const secondsLeft = useSecondsLeft(Date.parse(to), serverNow);
  const [minutes, hours] = [Math.floor(secondsLeft / 60), Math.floor(secondsLeft / 3_600)];
  const text =
    hours >= 48
      ? t('common.countdown.days', { count: Math.floor(hours / 24) })
      : hours >= 1
        ? t('common.countdown.hours', { hours, minutes: minutes % 60 })
        : t('common.countdown.minutes', { time: `${minutes}:${twoDigits(secondsLeft % 60)}` });
  return (
    <span role="timer" className="font-semibold text-gold tabular-nums">
      {text}
    </span>
  );
}
