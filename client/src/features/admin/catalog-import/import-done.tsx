import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '#client/ui/button';
import type { ImportResult } from '#shared/contracts/catalog-import';
import { ImportCounts } from './import-counts';

interface ImportDoneProps {
  result: ImportResult;
  onStartOver: () => void;
}

export function ImportDone({ result, onStartOver }: ImportDoneProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone: keyboards and screen readers go on from here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="flex flex-col gap-4 rounded-xl border border-stage-line bg-stage-raised px-4 py-5 sm:px-6">
      <h2
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-3 font-bold text-xl outline-none"
      >
        <CircleCheck aria-hidden className="size-7 shrink-0 text-success" />
        <span className="min-w-0 wrap-anywhere">{t('catalog-import.done.heading')}</span>
      </h2>
      <ImportCounts counts={result} />
      <p className="text-ivory-soft">{t('catalog-import.done.hint')}</p>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link href="/admin?tab=artists">{t('catalog-import.done.artists')}</Link>
        </Button>
        <Button variant="outline" onClick={onStartOver}>
          {t('catalog-import.done.again')}
        </Button>
      </div>
    </section>
  );
}
