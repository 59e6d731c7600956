import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { formatEventTime } from '#client/lib/format';
import { serverNow } from '#client/lib/time/server-clock';
import { useSecondsLeft } from '#client/lib/time/use-seconds-left';
import type { PublicConfig } from '#shared/contracts/config';
import type { Language } from '#shared/domain/localized';
import { OWN_SOURCES } from '#shared/domain/own-sources';
import { qrCode } from '#shared/domain/qr-code';

interface SidePanelProps {
  language: Language;
  categoryId: string;
}

/** Shows how to vote, until when, and what the figures mean. */
export function SidePanel({ language, categoryId }: SidePanelProps) {
  const t = i18next.getFixedT(language);
  const { data: config } = useQuery(publicConfigQuery);
  if (!config) return null;
  const { results, event, voting } = config;
  return (
    <aside className="flex w-[calc(34*var(--cqh))] shrink-0 flex-col items-center justify-between gap-[calc(3*var(--cqh))] text-center">
      {voting.isOpen && (
        <div className="flex flex-col items-center gap-[calc(1.5*var(--cqh))]">
          <QrCode
            text={`${window.location.origin}/category/${categoryId}?ref=${OWN_SOURCES.screen}`}
          />
          <p className="font-bold text-[calc(4*var(--cqh))] text-gold leading-tight">
            {t('screen.vote')}
          </p>
          <p className="wrap-anywhere text-[calc(2.6*var(--cqh))] text-ivory-soft">
            {window.location.host}
          </p>
        </div>
      )}
      <Clock language={language} voting={voting} />
      {results.shows === 'sealed' && results.since && (
        <p className="text-[calc(2.8*var(--cqh))] text-ivory-soft">
          {t('screen.sealed', { time: formatEventTime(results.since, language, event.timezone) })}
        </p>
      )}
      {results.shows === 'hidden' && (
        <p className="text-[calc(3.2*var(--cqh))] text-ivory-soft">{t('screen.hidden')}</p>
      )}
    </aside>
  );
}

/** Dark on light, with the quiet zone that cameras need. */
function QrCode({ text }: { text: string }) {
  const { d, size } = qrCode(text, 2);
  return (
    <svg
      role="img"
      aria-label={text}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-[calc(34*var(--cqh))] rounded-[calc(1.5*var(--cqh))] bg-white text-black"
    >
      <path d={d} fill="currentColor" />
    </svg>
  );
}

interface ClockProps {
  language: Language;
  voting: PublicConfig['voting'];
}

function Clock({ language, voting: { opensAt, closesAt, isOpen } }: ClockProps) {
  const t = i18next.getFixedT(language);
  const isToOpen = !isOpen && opensAt !== null && Date.parse(opensAt) > serverNow();
  const until = isOpen ? closesAt : isToOpen ? opensAt : null;
  if (!isOpen && !isToOpen) {
    return (
      <p className="font-bold text-[calc(4*var(--cqh))] leading-tight">{t('screen.closed')}</p>
    );
  }
  if (until === null) return null;
  return (
    <p className="text-[calc(3*var(--cqh))] leading-tight">
      {t(isOpen ? 'screen.closesIn' : 'screen.opensIn')}
      <TimeLeft language={language} to={until} />
    </p>
  );
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function TimeLeft({ language, to }: { language: Language; to: string }) {
  const t = i18next.getFixedT(language);
  const secondsLeft = useSecondsLeft(Date.parse(to), serverNow);
  const [days, hours] = [Math.floor(secondsLeft / 86_400), Math.floor(secondsLeft / 3_600)];
  const minutes = Math.floor(secondsLeft / 60) % 60;
  return (
    <span
      role="timer"
      className="mt-[calc(1*var(--cqh))] block font-bold font-display text-[calc(7*var(--cqh))] text-gold tabular-nums"
    >
      {days >= 2
        ? t('screen.days', { count: days })
        : `${hours}:${twoDigits(minutes)}:${twoDigits(secondsLeft % 60)}`}
    </span>
  );
}
