import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What takes no longer needs no words. */
const PATIENCE_MS = 8_000;

/** One sentence, once something has not come for a while: what it is, and what to do. */
export function SlowNotice({ isLoading }: { isLoading: boolean }) {
  const { t } = useTranslation();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS);
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

/** The same, of all that the page shows and has nothing to show of yet. */
export function SlowAnswers() {
  const pending = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  return <SlowNotice isLoading={pending > 0} />;
}
