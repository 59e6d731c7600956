import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#client/lib/save-file';
import { Button } from '#client/ui/button';
import { toast, toastError } from '#client/ui/overlay/toast';
import { useAdminMutation } from '../../auth';
import { fetchPaymentsFile } from '../api';

/** Saves all payments that match the filters, not only those of the page. */
export function ExportButton({ filters }: { filters: URLSearchParams }) {
  const { t } = useTranslation();
  const exporting = useAdminMutation({
    mutationFn: fetchPaymentsFile,
    onSuccess: (file) => {
      if (file.records === 0) {
        // The browser's own alert: it must be confirmed, unlike a toast.
        window.alert(t('tracking.export.nothing'));
        return;
      }
      saveFile(file.name, file.content);
      toast({
        title: t('tracking.export.done'),
        description: t('tracking.export.exported', { count: file.records }),
      });
    },
    onError: () => toastError(t('tracking.error.title'), t('tracking.export.failed')),
  });
  return (
    <Button size="sm" isBusy={exporting.isPending} onClick={() => exporting.mutate(filters)}>
      {!exporting.isPending && <Download aria-hidden className="size-4" />}
      {t('tracking.export.action')}
    </Button>
  );
}
