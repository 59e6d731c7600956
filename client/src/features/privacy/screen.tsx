import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ContactLinks } from '#client/features/layout/index';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { usePageTitle } from '#client/lib/page/use-page-title';
import {
  useEditionTitle,
  useErasedSince,
  useEvent,
  useEventTime,
  useSupportContact,
} from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import { Section } from '#client/ui/section';
import { Skeleton } from '#client/ui/skeleton';
import type { PublicConfig } from '#shared/contracts/config';
import { providerName } from '#shared/domain/provider-name';

const LIST = 'flex list-disc flex-col gap-2 pl-5 text-ivory-soft';

/** Says how long data is stored, and since or until when. */
function HowLong({ config }: { config: PublicConfig }) {
  const { retentionDays, detailsKeptUntil: until, hasArchive } = config;
  const { t } = useTranslation();
  const eventTime = useEventTime();
  const erasedSince = useErasedSince();
  const event = useEditionTitle()();
  return (
    <p className="text-ivory-soft">
      {t('privacy.howLong.days', { count: retentionDays })}{' '}
      {until &&
        t(erasedSince ? 'privacy.howLong.since' : 'privacy.howLong.until', {
          event,
          time: eventTime(until),
        })}{' '}
      {hasArchive && t('privacy.howLong.earlier')} {t('privacy.howLong.after')}
    </p>
  );
}

/** Lists who receives payment data, for the methods that are on. */
function Others({ config }: { config: PublicConfig }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { methods, mobileMoneyProvider: first, mobileMoneyProviders } = config;
  const names = [...new Set([...(mobileMoneyProviders ?? []), first])];
  const provider = new Intl.ListFormat(language, { type: 'disjunction' }).format(
    names.map(providerName),
  );
  return (
    <ul className={LIST}>
      {methods.mobileMoney && <li>{t('privacy.others.mobileMoney', { provider })}</li>}
      {methods.card && <li>{t('privacy.others.card')}</li>}
    </ul>
  );
}

interface SectionsProps {
  /** Undefined when it failed to load. */
  config: PublicConfig | undefined;
  event: string;
}

function Sections({ config, event }: SectionsProps) {
  const { t } = useTranslation();
  const contact = useSupportContact();
  const language = useLanguage();
  return (
    <>
      <Section title={t('privacy.who.title')}>
        <p className="wrap-anywhere text-ivory-soft">
          {config?.organiser[language] ?? t('privacy.who.nobody', { event })}
        </p>
        <ContactLinks className="flex flex-wrap gap-x-5" />
      </Section>
      <Section title={t('privacy.what.title')}>
        <ul className={LIST}>
          {config?.methods.mobileMoney && <li>{t('privacy.what.phone')}</li>}
          <li>{t('privacy.what.email')}</li>
          <li>{t('privacy.what.device')}</li>
          <li>{t('privacy.what.votes')}</li>
          <li>{t('privacy.what.link')}</li>
          {config?.methods.card && <li>{t('privacy.what.card')}</li>}
        </ul>
      </Section>
      {config && (
        <>
          <Section title={t('privacy.others.title')}>
            <Others config={config} />
          </Section>
          <Section title={t('privacy.howLong.title')}>
            <HowLong config={config} />
          </Section>
        </>
      )}
      <Section title={t('privacy.earlier.title')}>
        <p className="text-ivory-soft">
          {t(contact === '' ? 'privacy.earlier.alone' : 'privacy.earlier.text')}
        </p>
      </Section>
      <Section title={t('privacy.browser.title')}>
        <p className="text-ivory-soft">{t('privacy.browser.text')}</p>
      </Section>
    </>
  );
}

/** Says which data of voters is stored, according to the organiser's settings. */
export function Privacy() {
  const { t } = useTranslation();
  usePageTitle(t('privacy.title'));
  const event = useEvent().name;
  const { data: config, isPending } = useQuery(publicConfigQuery);
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8 px-4 pt-4 pb-16 sm:px-6 sm:pt-8">
      <header>
        <h1 className="font-extrabold text-4xl leading-tight sm:text-5xl">{t('privacy.title')}</h1>
        <p className="mt-3 text-ivory-soft text-pretty">{t('privacy.intro', { event })}</p>
      </header>
      {/* The sections above depend on the settings: nothing moves once those have loaded. */}
      {isPending ? <Skeleton className="h-screen" /> : <Sections config={config} event={event} />}
    </div>
  );
}
