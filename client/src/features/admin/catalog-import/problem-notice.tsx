import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button';
import { Notice } from '../shell/notice';

interface ProblemNoticeProps {
  text: string;
  onRetry?: (() => void) | undefined;
}

export function ProblemNotice({ text, onRetry }: ProblemNoticeProps) {
  const { t } = useTranslation();
  return (
    <Notice isProblem icon={TriangleAlert} text={text}>
      {onRetry && (
        <Button variant="outline" className="px-4 py-1.5 text-sm" onClick={onRetry}>
          {t('catalog-import.checkAgain')}
        </Button>
      )}
    </Notice>
  );
}
