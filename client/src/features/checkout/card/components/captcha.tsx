import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Spinner } from '#client/ui/spinner';
import { RetryButton } from '../../components/card-unavailable';
import { type CaptchaSource, captchaLibrary } from '../model/captcha-library';

interface CaptchaProps {
  source: CaptchaSource;
  /** Called with a token that can be used once. */
  onToken: (token: string) => void;
}

/** The captcha widget of its provider. */
export function Captcha({ source, onToken }: CaptchaProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: library, isLoadingError, refetch } = useQuery(captchaLibrary(source, language));
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(onToken);
  useEffect(() => {
    latest.current = onToken;
  });

  useEffect(() => {
    const element = container.current;
    if (!library || !element) return;
    const widget = library.render(element, {
      sitekey: source.siteKey,
      theme: 'dark',
      size: 'compact',
      language,
      callback: (token) => latest.current(token),
    });
    return () => library.remove(widget);
  }, [library, source.siteKey, language]);

  if (isLoadingError) {
    return (
      <>
        <p className="text-ivory-soft text-pretty">{t('checkout.card.captcha.missing')}</p>
        <RetryButton onRetry={() => void refetch()} />
      </>
    );
  }
  return (
    <div ref={container} className="flex min-h-36 w-full items-center justify-center">
      {!library && <Spinner className="text-gold" />}
    </div>
  );
}
