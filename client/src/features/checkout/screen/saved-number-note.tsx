import { useTranslation } from 'react-i18next';

/** Says where the number comes from: on a phone that is lent, its owner may want it gone. */
export function SavedNumberNote({ onForget }: { onForget: () => void }) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ivory-soft text-sm">
      {t('checkout.mobileMoney.phone.saved')}
      <button
        type="button"
        onClick={onForget}
        className="min-h-touch font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
      >
        {t('checkout.mobileMoney.phone.forgetSaved')}
      </button>
    </p>
  );
}
