import { CircleAlert, CircleCheck, CircleHelp, RotateCw, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { ProgressBar } from '#client/ui/progress-bar';
import type { Outcome, Progress } from '../model/outcome';
import { outcomeTexts } from '../model/outcome-text';
import { useRecount } from '../use-recount';

/** Reserves space for the longest text: changes here move nothing below. */
const BOX = 'min-h-36 rounded-card border border-surface-line bg-surface-raised p-4 sm:p-5';

function Running({ progress }: { progress: Progress | null }) {
  const { t } = useTranslation();
  const share = progress && progress.of > 0 ? progress.entries / progress.of : 0;
  const text = progress
    ? t(`count.recount.${progress.doing}`, { entries: progress.entries, total: progress.of })
    : t('count.recount.preparing');
  return (
    <div className="flex flex-col gap-3">
      <ProgressBar value={share} label={t('count.recount.progress')} />
      <p className="text-ivory-soft tabular-nums">{text}</p>
    </div>
  );
}

const ICONS = { equal: CircleCheck, different: CircleAlert } as const;
const COLOURS = { equal: 'text-success', different: 'text-alert' } as const;

function Ended({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { is } = outcome;
  const isClear = is === 'equal' || is === 'different';
  const Icon = isClear ? ICONS[is] : CircleHelp;
  const [first, ...others] = outcomeTexts(outcome, { t, language });
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <Icon
        aria-hidden
        className={`mt-0.5 size-6 shrink-0 ${isClear ? COLOURS[is] : 'text-gold'}`}
      />
      <div className="flex min-w-0 flex-1 basis-[12rem] flex-col gap-1">
        <p className="wrap-anywhere font-semibold text-lg leading-snug">{first}</p>
        {others.map((text) => (
          <p key={text} className="wrap-anywhere text-ivory-soft">
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Recounts the whole log in this browser, and shows the result. */
export function RecountHere() {
  const { t } = useTranslation();
  const { recounting, start, stop } = useRecount();
  const { state } = recounting;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ivory-soft">{t('count.recount.hint')}</p>
      {/* One button, so that the focus stays on it. */}
      <Button
        className="self-start"
        variant={state === 'running' ? 'outline' : 'gold'}
        onClick={state === 'running' ? stop : start}
      >
        {state === 'running' ? (
          <Square aria-hidden className="size-5" />
        ) : (
          <RotateCw aria-hidden className="size-5" />
        )}
        {state === 'running' && t('count.recount.stop')}
        {state === 'idle' && t('count.recount.start')}
        {(state === 'done' || state === 'stopped') && t('count.recount.again')}
      </Button>
      {state === 'running' && (
        <div className={BOX}>
          <Running progress={recounting.progress} />
        </div>
      )}
      {/* Present from the start, so that content added to it is announced. */}
      <div role="status" className={state === 'done' || state === 'stopped' ? BOX : 'sr-only'}>
        {state === 'done' && <Ended outcome={recounting.outcome} />}
        {state === 'stopped' && <p className="text-ivory-soft">{t('count.recount.stopped')}</p>}
      </div>
    </div>
  );
}
