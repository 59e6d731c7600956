import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView, useRestore } from '#client/features/admin/shell/index';
import { call } from '#client/lib/api/request';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { EmptyState } from '#client/ui/empty-state';
import { Separated } from '#client/ui/separator';
import type { DeletedCatalog } from '#shared/contracts/admin-catalog';
import { localized } from '#shared/domain/localized';
import { nameKey } from '#shared/domain/name-key';

const deletedQuery = queryOptions({
  queryKey: ['/api/admin/deleted'],
  queryFn: ({ signal }) => call('GET /api/admin/deleted', { signal }),
});

type Kind = keyof DeletedCatalog;

interface DeletedEntry {
  id: string;
  name: string;
  voteCount: number;
  deletedAt: string | null;
}

/** Names of the entries of one kind; a nomination is named by its artist and its category. */
function entriesOf(
  kind: Kind,
  deleted: DeletedCatalog,
  nameOf: (english: string, french: string | null) => string,
): DeletedEntry[] {
  switch (kind) {
    case 'artists':
      return deleted.artists;
    case 'categories':
      return deleted.categories.map((category) => ({
        ...category,
        name: nameOf(category.name, category.nameFr),
      }));
    case 'nominations':
      return deleted.nominations.map((one) => ({
        ...one,
        name: `${one.artistName} – ${nameOf(one.categoryName, one.categoryNameFr)}`,
      }));
  }
}

interface DeletedSectionProps {
  kind: Kind;
  entries: DeletedEntry[];
  onRestored: () => void;
}

function DeletedSection({ kind, entries, onRestored }: DeletedSectionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const restore = useRestore(kind, onRestored);
  const dateOf = (instant: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(instant));
  return (
    <section className="mb-5">
      <h3 className="mb-2 font-bold font-sans">
        {t(`admin.catalog.deleted.${kind}`, { count: entries.length })}
      </h3>
      <ul className="divide-y divide-surface-line rounded-xl border border-surface-line bg-surface-raised">
        {entries.map(({ id, name, voteCount, deletedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5">
            <p className="min-w-0 grow basis-40 wrap-anywhere font-semibold">{name}</p>
            <p className="text-ivory-muted text-sm tabular-nums">
              <Separated
                items={[
                  deletedAt && t('admin.catalog.deletedOn', { date: dateOf(deletedAt) }),
                  voteCount > 0 && t('admin.votesStay', { count: voteCount }),
                ]}
              />
            </p>
            <Button
              variant="outline"
              size="sm"
              className="ml-auto"
              aria-label={t('admin.catalog.restoreOf', { name })}
              isBusy={restore.isPending && restore.variables === id}
              onClick={() => restore.mutate(id)}
            >
              <ArchiveRestore aria-hidden className="size-4" />
              {t('admin.catalog.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DeletedListProps {
  kinds: readonly Kind[];
  /** Shows only entries with this name; empty for all. */
  search?: string;
  /** Renders nothing when nothing is deleted. */
  isQuiet?: boolean;
}

/** Lists deleted entries, the latest first, each with a restore button and its votes. */
export function DeletedList({ kinds, search = '', isQuiet = false }: DeletedListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const query = useQuery(deletedQuery);
  const list = useRef<HTMLElement>(null);
  if (isQuiet && !query.data) return null;
  const searchKey = nameKey(search);
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={t('admin.catalog.shown.deleted')}
      className="outline-none"
    >
      <QueryView query={query}>
        {(deleted) => {
          const sections = kinds.flatMap((kind) => {
            const entries = entriesOf(kind, deleted, (english, french) =>
              localized(language, english, french),
            ).filter(({ name }) => nameKey(name).includes(searchKey));
            return entries.length > 0 ? [{ kind, entries }] : [];
          });
          if (sections.length === 0 && !isQuiet) {
            return (
              <EmptyState
                icon={<Trash2 aria-hidden />}
                heading={t('admin.catalog.noneDeleted.heading')}
                hint={t('admin.catalog.noneDeleted.hint')}
              />
            );
          }
          return sections.map(({ kind, entries }) => (
            <DeletedSection
              key={kind}
              kind={kind}
              entries={entries}
              // The focused button disappeared with its entry.
              onRestored={() => list.current?.focus()}
            />
          ));
        }}
      </QueryView>
    </section>
  );
}
