import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button';

interface ProblemNoticeProps {
  text: string;
  onRetry?: (() => void) | undefined;
}

/** Read out as it appears, with what can be done about it. */
export function ProblemNotice({ text, onRetry }: ProblemNoticeProps) {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-alert bg-stage-raised px-4 py-3"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-alert" />
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </p>
      {onRetry && (
        <Button variant="outline" className="px-4 py-1.5 text-sm" onClick={onRetry}>
          {t('catalog-import.checkAgain')}
        </Button>
      )}
    </div>
  );
}
