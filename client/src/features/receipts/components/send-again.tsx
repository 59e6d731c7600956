import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client/lib/api/request';
import { formatRetryTime, retryAtOf } from '#client/lib/api/retry-time';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import { toast, toastError } from '#client/ui/overlay/toast';
import { normalizeReceiptCode } from '#shared/domain/receipt-code';
import { sendReceiptAgain } from '../api';

function failureOf(error: Error) {
  if (!(error instanceof ApiError)) return 'generic';
  if (error.status === 429) return 'limit';
  if (error.code === 'not-found') return 'unknownCode';
  return error.code === 'mail-off' ? error.code : 'generic';
}

/** Sends a receipt by e-mail again, to the address stored with its payment, which is not shown. */
export function SendAgain() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [hasNoCode, setHasNoCode] = useState(false);
  const send = useMutation({
    networkMode: 'always',
    mutationFn: sendReceiptAgain,
    onSuccess: () =>
      toast({
        title: t('receipts.again.done.title'),
        description: t('receipts.again.done.description'),
      }),
    onError: (error) =>
      toastError(
        t('receipts.error.title'),
        t(`receipts.again.failed.${failureOf(error)}`, {
          time: formatRetryTime(retryAtOf(error), language),
        }),
      ),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = normalizeReceiptCode(typed);
    setHasNoCode(code === null);
    if (code !== null) send.mutate(code);
  };
  return (
    <details>
      <summary className="inline-flex min-h-touch cursor-pointer items-center font-semibold text-gold underline underline-offset-4 hover:text-gold-bright">
        {t('receipts.again.heading')}
      </summary>
      <form noValidate onSubmit={submit} className="mt-2 flex flex-col gap-3">
        <p className="text-ivory-soft text-sm text-pretty">{t('receipts.again.hint')}</p>
        <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
          <TextField
            fieldClassName="flex-1"
            label={t('receipts.again.code')}
            error={hasNoCode ? t('receipts.again.failed.unknownCode') : undefined}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setHasNoCode(false);
            }}
          />
          <Button type="submit" variant="outline" isBusy={send.isPending}>
            {!send.isPending && <Mail aria-hidden className="size-5" />}
            {t('receipts.again.submit')}
          </Button>
        </div>
      </form>
    </details>
  );
}
