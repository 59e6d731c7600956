import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Shows how long a prompt stays open on a phone. */
export function PromptTimeLeft({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTranslation();
  const time = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
  return (
    <p className="mt-2 flex items-center gap-2 font-semibold">
      <Clock aria-hidden className="size-4 shrink-0 text-gold" />
      {/* Announced with the rest when it appears, not every second. */}
      <span role="timer" aria-live="off" className="tabular-nums">
        {t('checkout.promptOpen.left', { time })}
      </span>
    </p>
  );
}
