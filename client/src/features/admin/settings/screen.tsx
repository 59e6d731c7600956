import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { routesQuery } from '#client/features/admin/mobile-money/index';
import { AdminPage, Notice, QueryView } from '#client/features/admin/shell/index';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { settingsQuery } from './api';
import { ErasureNotice } from './components/erasure-notice';
import { PublishPanel } from './components/publish-panel';
import { SettingsForm } from './components/settings-form';

/** Settings that the organiser changes without an engineer. */
export function SettingsScreen() {
  const { t } = useTranslation();
  usePageTitle(t('settings.title'));
  const settings = useQuery(settingsQuery);
  // The form is shown once the providers are known, or cannot be: nothing moves then.
  const { isPending } = useQuery(routesQuery);
  return (
    <AdminPage title={t('settings.title')} intro={t('settings.intro')} actions={null}>
      <QueryView query={settings}>
        {(saved) =>
          isPending ? null : (
            <div className="flex flex-col gap-6">
              {saved.erasure && <ErasureNotice erasure={saved.erasure} />}
              {saved.state === 'archived' ? (
                <Notice icon={Archive} text={t('settings.archived')} />
              ) : (
                <SettingsForm saved={saved} />
              )}
              <PublishPanel saved={saved} />
            </div>
          )
        }
      </QueryView>
    </AdminPage>
  );
}
