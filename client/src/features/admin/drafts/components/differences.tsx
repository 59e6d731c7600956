import { useTranslation } from 'react-i18next';

interface DifferencesProps {
  differences: readonly { key: string; label: string; mine: string; theirs: string }[];
}

/** Shows two versions side by side, where they differ. */
export function Differences({ differences }: DifferencesProps) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-col gap-4">
      {differences.length === 0 && <li>{t('admin.conflict.same')}</li>}
      {differences.map(({ key, label, mine, theirs }) => (
        <li key={key}>
          <h3 className="font-sans font-semibold">{label}</h3>
          <dl className="mt-1 grid gap-2 sm:grid-cols-2">
            <Version label={t('admin.conflict.mine')} text={mine} />
            <Version label={t('admin.conflict.theirs')} text={theirs} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Version({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  return (
    <div className="rounded-lg border border-surface-line bg-surface p-2.5">
      <dt className="text-ivory-muted text-sm">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-wrap">
        {text.trim() || t('admin.conflict.blank')}
      </dd>
    </div>
  );
}
