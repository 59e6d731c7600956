import { BookmarkPlus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { DENSE_FIELD } from '#client/features/admin/shell/index';
import { focusOn } from '#client/lib/page/focus-on';
import { Button } from '#client/ui/button';
import { countFilters } from '../model/tracking-filters';
import {
  addressOf,
  BUILT_IN_VIEWS,
  isCustom,
  type OwnView,
  readViews,
  VIEW_NAME_LENGTH,
  withView,
} from '../model/views';
import type { PaymentsList } from '../use-payments-list';
import { useStored } from '../use-stored';

const CHIP =
  'inline-flex min-h-touch items-center whitespace-nowrap rounded-full px-3 font-semibold text-ivory-soft text-sm hover:bg-surface-high aria-[current]:bg-gold aria-[current]:text-gold-ink md:pointer-fine:min-h-7';

type ViewLinksProps = Pick<PaymentsList, 'filters' | 'resetFilters' | 'forgetTyped'>;

/** Links to frequently used views, built in or saved by the administrator. */
export function ViewLinks({ filters, resetFilters, forgetTyped }: ViewLinksProps) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const [own, setOwn] = useStored('adminVoterViews', readViews);
  const [isNaming, setNaming] = useState(false);
  const current = addressOf(filters);
  const canBeSaved = isCustom(filters, own) && current !== null && current !== '';
  const link = ({ name, address }: OwnView) => (
    <Link
      href={address ? `${path}?${address}` : path}
      aria-current={address === current ? 'true' : undefined}
      onClick={forgetTyped}
      className={CHIP}
    >
      {name}
    </Link>
  );
  const saveView = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name && current) setOwn(withView(own, { name, address: current }));
    setNaming(false);
  };
  return (
    <div className="flex flex-col gap-1 md:flex-row md:flex-wrap md:items-center md:justify-between">
      <nav aria-label={t('tracking.view.label')} className="min-w-0 overflow-x-auto">
        <ul className="flex gap-0.5">
          {BUILT_IN_VIEWS.map(({ name, address }) => (
            <li key={address}>{link({ name: t(`tracking.view.${name}`), address })}</li>
          ))}
          {own.map((view) => (
            <li key={view.name} className="flex items-center">
              {link(view)}
              <button
                type="button"
                aria-label={t('tracking.view.forget', { name: view.name })}
                onClick={() => setOwn(own.filter(({ name }) => name !== view.name))}
                className="inline-flex size-11 items-center justify-center rounded-full text-ivory-muted hover:bg-surface-high md:pointer-fine:size-7"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {isCustom(filters, own) && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-semibold text-ivory-soft text-sm max-md:sr-only">
            {t('tracking.filter.active', { count: countFilters(filters) })}
          </span>
          <Button variant="outline" size="sm" onClick={resetFilters}>
            {t('tracking.filter.reset')}
          </Button>
          {canBeSaved && !isNaming && (
            <Button variant="outline" size="sm" onClick={() => setNaming(true)}>
              <BookmarkPlus aria-hidden className="size-4" />
              <span className="max-md:sr-only">{t('tracking.view.keep')}</span>
            </Button>
          )}
          {canBeSaved && isNaming && (
            <form onSubmit={saveView} className="flex items-center gap-2">
              <input
                name="name"
                ref={focusOn}
                required
                maxLength={VIEW_NAME_LENGTH}
                aria-label={t('tracking.view.name')}
                placeholder={t('tracking.view.name')}
                className={DENSE_FIELD}
              />
              <Button type="submit" size="sm">
                {t('tracking.view.save')}
              </Button>
            </form>
          )}
        </div>
      )}
    </div>
  );
}
