import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { IconButton } from '#client/ui/button';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { localized } from '#shared/domain/localized';
import { DeleteButton } from '../../admin-shell';
import { CategoryIcon } from '../../catalog';

interface CategoryItemProps {
  category: AdminCategory;
  isDeleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

export function CategoryItem({ category, isDeleting, onEdit, onDelete }: CategoryItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = localized(language, category.name, category.nameFr);
  const description = localized(language, category.description, category.descriptionFr);
  const created =
    category.createdAt &&
    new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(category.createdAt));
  return (
    <li className="flex flex-col rounded-xl border border-surface-line bg-surface-raised p-4">
      <div className="flex items-start gap-3">
        <CategoryIcon name={category.icon} className="mt-0.5 size-5 shrink-0 text-gold" />
        <h3 className="min-w-0 flex-1 wrap-anywhere font-bold font-sans">{name}</h3>
      </div>
      <p className="mt-1 mb-3 line-clamp-3 text-ivory-muted text-sm">
        {description?.trim() || t('admin.categories.noDescription')}
      </p>
      <p className="mt-auto text-sm tabular-nums">
        {t('admin.categories.nomineeCount', { count: category.artistCount })}
        {' · '}
        {t('admin.voteCount', { count: category.voteCount })}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-1">
        <p className="mr-auto text-ivory-muted text-sm">
          {created
            ? t('admin.categories.created', { date: created })
            : t('admin.categories.unknownDate')}
        </p>
        <IconButton icon={Pencil} label={t('admin.edit', { name })} onClick={onEdit} />
        <DeleteButton name={name} isBusy={isDeleting} onClick={onDelete} />
      </div>
    </li>
  );
}
