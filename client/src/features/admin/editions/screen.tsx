import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminPage, adminEditionsQuery, QueryView } from '#client/features/admin/shell/index';
import { useMay } from '#client/features/auth/index';
import { call } from '#client/lib/api/request';
import { chooseEdition } from '#client/lib/edition';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useEventTime } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import { toast } from '#client/ui/overlay/toast';
import { Section } from '#client/ui/section';
import type { AdminEdition } from '#shared/contracts/editions';
import { archivePath } from '#shared/domain/editions';
import { localized } from '#shared/domain/localized';
import { ChangeDialog } from './components/change-dialog';
import { DialogActions } from './components/dialog-actions';
import { NewEditionForm } from './components/new-edition-form';
import { RehearsalControls, RehearsalOfDeletedDraft } from './components/rehearsal-controls';
import { useEditionChange } from './use-edition-change';

/** Lists the editions of the event; owners make the next one here. */
export function EditionsAdminScreen() {
  const { t } = useTranslation();
  usePageTitle(t('admin-editions.title'));
  const query = useQuery(adminEditionsQuery);
  const isOwner = useMay('settings');
  return (
    <AdminPage title={t('admin-editions.title')} intro={t('admin-editions.intro')} actions={null}>
      <QueryView query={query}>
        {(editions) => (
          <div className="flex flex-col gap-6">
            <ul className="flex flex-col gap-3">
              {editions.map((edition) => (
                <EditionItem key={edition.year} edition={edition} isOwner={isOwner} />
              ))}
            </ul>
            <RehearsalOfDeletedDraft editions={editions} isOwner={isOwner} />
            {isOwner && (
              <Section title={t('admin-editions.new.title')}>
                <NewEditionForm editions={editions} />
              </Section>
            )}
          </div>
        )}
      </QueryView>
    </AdminPage>
  );
}

interface EditionItemProps {
  edition: AdminEdition;
  /** True when the person may make it current, rehearse it or delete it. */
  isOwner: boolean;
}

function EditionItem({ edition, isOwner }: EditionItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const eventTime = useEventTime();
  const [isChanging, setIsChanging] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const { year, state, endedAt } = edition;
  const pagePath = { draft: `/categories?edition=${year}`, current: '/categories' };
  return (
    <li className="flex flex-col gap-3 rounded-xl border border-surface-line bg-surface-raised p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="wrap-anywhere font-bold text-lg">
          {localized(language, edition.name, edition.nameFr)} {year}
        </h2>
        <Badge variant={state === 'current' ? 'amber' : 'quiet'}>
          {t(`admin-editions.state.${state}`)}
        </Badge>
      </div>
      <p className="text-ivory-soft text-sm">
        {t('admin-editions.counts', {
          categories: t('admin-editions.categories', { count: edition.categories }),
          nominees: t('admin-editions.nominees', { count: edition.nominees }),
          votes: t('admin.voteCount', { count: edition.votes }),
        })}{' '}
        {endedAt && t('admin-editions.archivedSince', { time: eventTime(endedAt) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-label={t('admin-editions.openOf', { year })}
          onClick={() => chooseEdition(state === 'current' ? null : year)}
        >
          {t('admin-editions.open')}
        </Button>
        <Button asChild variant="outline" size="sm">
          {/* The page is loaded anew: it is about another edition. */}
          <a
            href={state === 'archived' ? archivePath(year) : pagePath[state]}
            aria-label={t(`admin-editions.siteOf.${state}`, { year })}
          >
            {t(`admin-editions.site.${state}`)}
          </a>
        </Button>
        {isOwner && state === 'draft' && (
          <>
            <Button
              size="sm"
              aria-label={t('admin-editions.change.actionOf', { year })}
              onClick={() => setIsChanging(true)}
            >
              {t('admin-editions.change.action')}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={t('admin-editions.deleteOf', { year })}
              onClick={() => setIsDeleting(true)}
            >
              {t('admin-editions.delete')}
            </Button>
          </>
        )}
      </div>
      <RehearsalControls edition={edition} isOwner={isOwner} />
      {isChanging && <ChangeDialog year={year} onClose={() => setIsChanging(false)} />}
      {isDeleting && <DeleteDialog year={year} onClose={() => setIsDeleting(false)} />}
    </li>
  );
}

function DeleteDialog({ year, onClose }: { year: string; onClose: () => void }) {
  const { t } = useTranslation();
  const deletion = useEditionChange(
    () => call('DELETE /api/admin/editions/:year', { params: { year } }),
    () => {
      toast({ title: t('admin-editions.deleted', { year }) });
      onClose();
    },
  );
  return (
    <Dialog
      onClose={onClose}
      title={t('admin-editions.deleteOf', { year })}
      description={t('admin-editions.deleteWarning')}
    >
      <div className="flex flex-col gap-3">
        <DialogActions
          problem={deletion.problem}
          action={t('admin-editions.delete')}
          isBusy={deletion.isBusy}
          isDanger
          onConfirm={() => deletion.start(undefined)}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}
