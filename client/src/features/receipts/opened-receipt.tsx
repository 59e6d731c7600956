import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/spinner';
import { toast } from '../../ui/toast';
import { receiptByCode } from './queries';
import { ReceiptDialog } from './receipt-dialog';

interface OpenedReceiptProps {
  receiptCode: string;
  onClose: () => void;
}

export function OpenedReceipt({ receiptCode, onClose }: OpenedReceiptProps) {
  const { t } = useTranslation();
  const { data: receipt, isError } = useQuery(receiptByCode(receiptCode));

  useEffect(() => {
    if (!isError) return;
    toast({
      variant: 'destructive',
      title: t('receipts.error.title'),
      description: t('receipts.error.load'),
    });
    onClose();
  }, [isError, t, onClose]);

  if (receipt) return <ReceiptDialog receipt={receipt} onClose={onClose} />;
  return (
    <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-stage/85 text-gold">
      <Spinner className="size-10" label={t('receipts.loading')} />
    </div>
  );
}
