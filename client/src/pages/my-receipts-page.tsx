import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { MyReceipts } from '#client/features/receipts/index';
import { usePageTitle } from '#client/lib/page/use-page-title';

/** The open receipt stands in the address, so a link opens it and the phone's back button closes it. */
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
