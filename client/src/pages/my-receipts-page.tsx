import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { MyReceipts } from '#client/features/receipts/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

/**
 * The open receipt is part of the address, so that a link opens it and the phone's Back button
 * closes it.
 */
export function MyReceiptsPage() {
  const { t } = useTranslation();
  const [searchParams] = useSearchParams();
  const [path, navigate] = useLocation();
  usePageTitle(t('receipts.pageTitle'));

  const close = useCallback(() => navigate(path, { replace: true }), [navigate, path]);

  return (
    <MyReceipts
      openedCode={searchParams.get('code')}
      onOpen={(receiptCode) => navigate(`${path}?code=${encodeURIComponent(receiptCode)}`)}
      onClose={close}
    />
  );
}
