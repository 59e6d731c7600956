import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReceiptLookupBody } from '../../../../shared/contracts/receipts';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';

interface ReceiptSearchProps {
  isSearching: boolean;
  onSearch: (body: ReceiptLookupBody) => void;
}

/** By e-mail or by phone, never both: what is typed in one field empties and closes the other. */
export function ReceiptSearch({ isSearching, onSearch }: ReceiptSearchProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState({ email: '', phoneNumber: '' });
  const email = search.email.trim();
  const phoneNumber = search.phoneNumber.trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email) return onSearch({ email });
    if (phoneNumber) return onSearch({ phoneNumber });
    toast({
      variant: 'destructive',
      title: t('receipts.inputRequired.title'),
      description: t('receipts.inputRequired.description'),
    });
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4 rounded-card border border-stage-line bg-stage-raised p-5 sm:p-6"
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:gap-5">
        <TextField
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          fieldClassName="flex-1"
          label={t('receipts.search.email')}
          placeholder={t('receipts.search.emailPlaceholder')}
          disabled={search.phoneNumber !== ''}
          value={search.email}
          onChange={({ target }) => setSearch({ email: target.value, phoneNumber: '' })}
        />
        <p className="self-center text-ivory-muted text-sm sm:mt-11 sm:self-start">
          {t('receipts.search.or')}
        </p>
        <TextField
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          fieldClassName="flex-1"
          label={t('receipts.search.phone')}
          placeholder={t('receipts.search.phonePlaceholder')}
          hint={t('receipts.search.phoneHint')}
          disabled={search.email !== ''}
          value={search.phoneNumber}
          onChange={({ target }) => setSearch({ email: '', phoneNumber: target.value })}
        />
      </div>
      <Button type="submit" size="lg" isBusy={isSearching} className="sm:self-end">
        {!isSearching && <Search aria-hidden className="size-5" />}
        {t('receipts.search.submit')}
      </Button>
    </form>
  );
}
