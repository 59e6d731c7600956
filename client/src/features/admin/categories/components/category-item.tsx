import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Eye, EyeOff, ListOrdered, Pencil, Users } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { FrenchMissing } from '#client/features/admin/catalog/index';
import { DeleteButton, QueryView } from '#client/features/admin/shell/index';
import { CategoryIcon } from '#client/features/catalog/index';
import { pictureSources } from '#client/lib/picture-address';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { IconButton } from '#client/ui/button';
import { Picture } from '#client/ui/picture/picture';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { lacksFrench, localized } from '#shared/domain/localized';
import { nomineesQuery } from '../api';
import { useVisibility } from '../use-visibility';
import { MoveHandle, type MoveHandleProps } from './move-handle';

export const isFrenchMissing = (category: AdminCategory): boolean =>
  lacksFrench(category.name, category.nameFr) ||
  lacksFrench(category.description, category.descriptionFr);

/** The picture that visitors see, or without one the icon on the colour. */
function CategoryPicture({ category }: { category: AdminCategory }) {
  const [failed, setFailed] = useState<string | null>(null);
  const { backgroundImageUrl: address, backgroundColor } = category;
  const sources = pictureSources(address);
  return (
    <div
      aria-hidden
      style={backgroundColor ? { '--category-color': backgroundColor } : {}}
      className="public-theme category-backdrop relative flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-lg text-gold"
    >
      {sources && address !== failed ? (
        <Picture
          key={address}
          sources={sources}
          sizes="3rem"
          alt=""
          loading="lazy"
          onFail={() => setFailed(address)}
          className="size-full object-cover"
        />
      ) : (
        <CategoryIcon name={category.icon} className="size-6" />
      )}
    </div>
  );
}

/** The nominees of a category, the one with most votes first; each links to its form. */
function Nominees({ category: { id: categoryId, isHidden } }: { category: AdminCategory }) {
  const { t } = useTranslation();
  const query = useQuery(nomineesQuery(categoryId));
  return (
    <QueryView query={query}>
      {(nominations) => (
        <>
          <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-6 border-surface-line border-t pt-1">
            {[...nominations]
              .sort((a, b) => (b.voteCount ?? 0) - (a.voteCount ?? 0))
              .map(({ id, artist, voteCount }) => (
                <li key={id} className="flex items-center justify-between gap-3 px-1">
                  <Link
                    href={`/admin/artists/${artist.id}`}
                    className="flex min-h-touch min-w-0 items-center wrap-anywhere hover:underline"
                  >
                    {artist.name}
                  </Link>
                  <span className="shrink-0 text-sm tabular-nums">
                    {t('admin.voteCount', { count: voteCount ?? 0 })}
                  </span>
                </li>
              ))}
          </ol>
          {nominations.length === 0 && (
            <p className="p-1 text-ivory-muted">{t('admin.categories.noNominees')}</p>
          )}
          {!isHidden && nominations.length > 0 && (
            <a
              href={`/screen/${categoryId}`}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-touch items-center gap-2 px-1 font-semibold text-gold text-sm underline underline-offset-4"
            >
              <ListOrdered aria-hidden className="size-4" />
              {t('admin.categories.ranking')}
            </a>
          )}
        </>
      )}
    </QueryView>
  );
}

function Texts({ category, name }: { category: AdminCategory; name: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const description = localized(language, category.description, category.descriptionFr);
  const created =
    category.createdAt &&
    new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(category.createdAt));
  return (
    <div className="min-w-0 grow basis-32">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <h3 className="wrap-anywhere font-bold font-sans leading-snug">{name}</h3>
        {category.isHidden && (
          <Badge variant="amber" className="px-2 py-0.5">
            <EyeOff aria-hidden />
            {t('admin.categories.hidden')}
          </Badge>
        )}
        {isFrenchMissing(category) && <FrenchMissing />}
      </div>
      <p className="line-clamp-1 wrap-anywhere text-ivory-muted text-sm leading-snug">
        {description?.trim() || t('admin.categories.noDescription')}
      </p>
      <p className="flex flex-wrap gap-x-3 text-[0.8125rem] text-ivory-muted leading-snug">
        <span className="text-ivory tabular-nums">
          {t('admin.categories.nomineeCount', { count: category.artistCount })}
        </span>{' '}
        <span className="text-ivory tabular-nums">
          {t('admin.voteCount', { count: category.voteCount })}
        </span>{' '}
        <span>
          {created
            ? t('admin.categories.created', { date: created })
            : t('admin.categories.unknownDate')}
        </span>
      </p>
    </div>
  );
}

interface CategoryItemProps {
  category: AdminCategory;
  isDeleting: boolean;
  isDragged: boolean;
  /** Null when the list is incomplete, so its order cannot be changed. */
  move: Omit<MoveHandleProps, 'name'> | null;
  onEdit: () => void;
  onDelete: () => void;
}

/** One category: its look, its standings and its actions. */
export function CategoryItem(props: CategoryItemProps) {
  const { category, isDeleting, isDragged, move, onEdit, onDelete } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const name = localized(language, category.name, category.nameFr);
  const nomineesId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const visibility = useVisibility(category);
  return (
    <li
      ref={(item) => {
        if (isDragged) item?.scrollIntoView({ block: 'nearest' });
      }}
      className={clsx(
        '@container scroll-my-24 rounded-xl border bg-surface-raised p-2',
        isDragged ? 'border-gold shadow-xl' : 'border-surface-line',
        // The nominees fill the row; otherwise there would be a gap beside them.
        isOpen && 'col-span-full',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 @lg:flex-nowrap">
        {move && <MoveHandle {...move} name={name} />}
        <CategoryPicture category={category} />
        <Texts category={category} name={name} />
        <div className="ml-auto flex flex-wrap items-center justify-end @lg:shrink-0 @lg:flex-nowrap">
          <IconButton
            icon={Users}
            label={t('admin.categories.nominees', { name })}
            aria-expanded={isOpen}
            aria-controls={nomineesId}
            className={clsx(isOpen && 'bg-surface-high text-gold')}
            onClick={() => setIsOpen(!isOpen)}
          />
          <IconButton
            icon={category.isHidden ? Eye : EyeOff}
            label={t(category.isHidden ? 'admin.categories.unhide' : 'admin.categories.hide', {
              name,
            })}
            isBusy={visibility.isPending}
            onClick={() => visibility.mutate()}
          />
          <IconButton icon={Pencil} label={t('admin.edit', { name })} onClick={onEdit} />
          <DeleteButton
            name={name}
            voteCount={category.voteCount}
            isBusy={isDeleting}
            onClick={onDelete}
          />
        </div>
      </div>
      <div id={nomineesId} className="mt-1 empty:hidden">
        {isOpen && <Nominees category={category} />}
      </div>
    </li>
  );
}
