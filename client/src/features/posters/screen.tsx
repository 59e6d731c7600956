import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { LoadError, NotFound } from '#client/features/catalog/index';
import { addressToShare, useShare } from '#client/features/share/index';
import { isMissing } from '#client/lib/api/request';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { ChoiceStrip } from '#client/ui/fields/choice-strip';
import { Skeleton } from '#client/ui/skeleton';
import { UntranslatedPart } from '#client/ui/untranslated-part';
import type { PosterKits } from '#shared/contracts/posters';
import { LANGUAGES, type Language, localized } from '#shared/domain/localized';
import { POSTER_FORMATS } from '#shared/domain/poster';
import { postersQuery } from './api';
import { PosterCard } from './components/poster-card';

/** All posters that an artist and their supporters can post and hang up. */
export function Posters() {
  const { artist = '' } = useParams();
  const { data, error, isPending, isLoadingError, refetch } = useQuery(postersQuery(artist));
  if (isMissing(error)) return <NotFound what="profile" />;
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-8">
      {isPending && <Skeleton className="h-96" />}
      {isLoadingError && <LoadError headingAs="h1" onRetry={() => void refetch()} />}
      {data && <Kits {...data} />}
    </div>
  );
}

function Kits({ artist, kits }: PosterKits) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [openId, setOpenId] = useState(kits[0]?.nominationId);
  usePageTitle(t('posters.title', { artist: artist.name }));
  return (
    <>
      <header className="flex flex-col gap-3">
        <h1 className="wrap-anywhere font-extrabold text-3xl sm:text-4xl">
          <UntranslatedPart part={artist.name}>
            {t('posters.title', { artist: artist.name })}
          </UntranslatedPart>
        </h1>
        <p className="wrap-anywhere max-w-2xl text-ivory-soft">
          <UntranslatedPart part={artist.name}>
            {t('posters.intro', { artist: artist.name })}
          </UntranslatedPart>
        </p>
        <ChoiceStrip
          label={t('posters.language')}
          value={language}
          choices={LANGUAGES}
          textOf={(language) => t(`common.languageName.${language}`)}
          onChoose={setLanguage}
        />
      </header>
      {kits.map((kit) => (
        <Kit
          key={kit.nominationId}
          artist={artist}
          kit={kit}
          language={language}
          isOpen={kit.nominationId === openId}
          onToggle={kits.length > 1 ? setOpenId : null}
        />
      ))}
    </>
  );
}

interface KitProps {
  artist: PosterKits['artist'];
  kit: PosterKits['kits'][number];
  /** Language of the posters. */
  language: Language;
  isOpen: boolean;
  /**
   * Opens this nomination instead of the one that is open, or closes it; null when there is only
   * one.
   */
  onToggle: ((nominationId: string | undefined) => void) | null;
}

function Kit({ artist, kit, language, isOpen, onToggle }: KitProps) {
  const { nominationId, category, link } = kit;
  const { t } = useTranslation();
  const pageLanguage = useLanguage();
  const share = useShare();
  const url = `${window.location.origin}${link}`;
  const categoryName = localized(pageLanguage, category.name, category.nameFr);
  return (
    <section aria-labelledby={nominationId} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h2 id={nominationId} className="wrap-anywhere font-bold text-2xl">
          {onToggle ? (
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => onToggle(isOpen ? undefined : nominationId)}
              className="upside-down-while-open flex min-h-touch items-center gap-2 text-left"
            >
              <ChevronDown aria-hidden className="size-6 shrink-0 text-gold" />
              <span className="wrap-anywhere">{categoryName}</span>
            </button>
          ) : (
            categoryName
          )}
        </h2>
        <Button
          variant="outline"
          size="sm"
          onClick={() => void share({ title: artist.name, url }, t('catalog.share.profileCopied'))}
        >
          <Link2 aria-hidden className="size-5" />
          <span className="wrap-anywhere">{`${window.location.host}${link}`}</span>
        </Button>
      </div>
      {isOpen && (
        <ul className="grid gap-4 sm:grid-cols-3">
          {POSTER_FORMATS.map((format) => (
            <PosterCard
              key={format}
              nominationId={nominationId}
              format={format}
              language={language}
              fileName={link.slice(1).replaceAll('/', '-')}
              name={artist.name}
              label={t('posters.of', {
                format: t(`posters.format.${format}`),
                artist: artist.name,
                category: categoryName,
              })}
              caption={`${artist.name} – ${addressToShare(url, language)}`}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
