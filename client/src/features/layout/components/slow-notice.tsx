import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** In ms; shorter waits need no explanation. */
const SLOW_AFTER_MS = 8_000;

/** Explains a long wait in one sentence: what is loading, and what to do. */
export function SlowNotice({ isLoading }: { isLoading: boolean }) {
  const { t } = useTranslation();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isLoading]);
  if (!isSlow) return null;
  return (
    <p
      role="status"
      className="fixed inset-x-4 bottom-[calc(1rem+var(--pay-bar,0px)+var(--money-notice,0px))] z-20 mx-auto max-w-md animate-fade-in rounded-2xl border border-surface-line bg-surface-high px-4 py-3 text-center text-pretty text-sm shadow-2xl"
    >
      {t('common.slow')}
    </p>
  );
}

/** Same as SlowNotice, for all data that the page is loading and has nothing to show for yet. */
export function SlowAnswers() {
  const pending = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  return <SlowNotice isLoading={pending > 0} />;
}
