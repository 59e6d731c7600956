import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '#client/features/admin/shell/index';
import { call } from '#client/lib/api/request';
import { chooseEdition } from '#client/lib/edition';
import { formatMoney } from '#client/lib/format';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Dialog } from '#client/ui/overlay/dialog';
import type { EditionChange } from '#shared/contracts/editions';
import type { Money } from '#shared/domain/pricing';
import { editionChangeQuery } from '../api';
import { useEditionChange } from '../use-edition-change';
import { DialogActions } from './dialog-actions';

interface ChangeDialogProps {
  year: string;
  onClose: () => void;
}

/** Shows what making a draft current changes, and asks once. */
export function ChangeDialog({ year, onClose }: ChangeDialogProps) {
  const { t } = useTranslation();
  const query = useQuery(editionChangeQuery(year));
  const change = useEditionChange(
    (replaces: string) =>
      call('POST /api/admin/editions/:year/make-current', { params: { year }, body: { replaces } }),
    // Every figure on screen is about another edition now.
    () => chooseEdition(null),
  );
  return (
    <Dialog onClose={onClose} title={t('admin-editions.change.title', { year })}>
      <QueryView query={query}>
        {(found) => (
          <div className="flex flex-col gap-4">
            <ChangeList change={found} />
            {found.refusal && (
              <p role="alert" className="text-alert">
                {t(`admin-editions.refusal.${found.refusal}`, { year: found.from.year })}
              </p>
            )}
            <DialogActions
              problem={change.problem}
              action={found.refusal === null ? t('admin-editions.change.confirm', { year }) : null}
              isBusy={change.isBusy}
              isDanger
              onConfirm={() => change.start(found.from.year)}
              onClose={onClose}
            />
          </div>
        )}
      </QueryView>
    </Dialog>
  );
}

function ChangeList({ change }: { change: EditionChange }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const eventTime = useEventTime();
  const price = ({ from, to }: { from: number; to: number }, currency: Money['currency']) => {
    const text = (amountMinor: number) => formatMoney({ amountMinor, currency }, language);
    return from === to
      ? text(to)
      : t('admin-editions.change.was', { now: text(to), before: text(from) });
  };
  const { prices, opensAt, closesAt } = change;
  const rows = [
    [
      t('admin-editions.change.opens'),
      opensAt === null ? t('admin-editions.change.atOnce') : eventTime(opensAt),
    ],
    [
      t('admin-editions.change.closes'),
      closesAt === null ? t('admin-editions.change.never') : eventTime(closesAt),
    ],
    [t('admin-editions.change.mobileMoney'), price(prices.mobileMoney, 'XAF')],
    [t('admin-editions.change.card'), price(prices.card, 'USD')],
    [t('admin-editions.change.results'), t(`admin-editions.change.policy.${change.results}`)],
    [
      t('admin-editions.change.catalogue'),
      t('admin-editions.change.counts', {
        categories: t('admin-editions.categories', { count: change.categories }),
        nominees: t('admin-editions.nominees', { count: change.nominees }),
      }),
    ],
    ...(change.hiddenCategories > 0
      ? [[t('admin-editions.change.hidden'), String(change.hiddenCategories)]]
      : []),
    ...(change.frenchMissing > 0
      ? [[t('admin-editions.change.french'), String(change.frenchMissing)]]
      : []),
    ...(change.picturesMissing > 0
      ? [[t('admin-editions.change.pictures'), String(change.picturesMissing)]]
      : []),
  ];
  return (
    <>
      <p>{t('admin-editions.change.intro', { before: change.from.year, after: change.to.year })}</p>
      <dl className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] gap-x-4 gap-y-2 text-sm">
        {rows.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-ivory-soft">{name}</dt>
            <dd className="wrap-anywhere font-semibold">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
