import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { useParams, useSearch } from 'wouter';
import { Logo } from '#client/features/layout/index';
import { categoriesQuery } from '#client/lib/api/categories';
import { isForbidden, isSignedOut } from '#client/lib/api/request';
import { usePageTitle } from '#client/lib/page/use-page-title';
import { useEvent } from '#client/lib/use-event';
import { useFreshConfig } from '#client/lib/use-fresh-config';
import { useLanguage } from '#client/lib/use-language';
import { Photo } from '#client/ui/picture/photo';
import type { Category } from '#shared/contracts/catalog';
import { LANGUAGES, type Language, localized } from '#shared/domain/localized';
import { MOMENT_SIZES, Moment } from './components/moment';
import { Ranking, SHOWN_AT_ONCE } from './components/ranking';
import { SidePanel } from './components/side-panel';
import { type Ranked, ranked } from './model/ranking';
import { useAllVotes, useLiveNominations } from './use-live-nominations';

/** How long one language, one page of nominees and one category are shown, in ms. */
const LANGUAGE_MS = 12_000;
const PAGE_MS = 12_000;
const CATEGORY_MS = 24_000;
/** New categories and names reach an unattended screen, too. Interval in ms. */
const CATEGORIES_MS = 60_000;

/** A counter that increases with time. */
function useTurns(everyMs: number): number {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurns((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return turns;
}

/** The language in the address; without one both languages in turn, the visitor's own first. */
function useShownLanguage(): Language {
  const ownLanguage = useLanguage();
  const requested = new URLSearchParams(useSearch()).get('lang');
  const turns = useTurns(LANGUAGE_MS);
  const other = ownLanguage === 'en' ? 'fr' : 'en';
  return (
    LANGUAGES.find((language) => language === requested) ?? (turns % 2 === 0 ? ownLanguage : other)
  );
}

/**
 * The full-screen view for the hall and the stream: one category in the address, or all in turn. It
 * has no controls.
 */
export function BigScreen() {
  const { categoryId } = useParams();
  useFreshConfig();
  const { name: eventName } = useEvent();
  usePageTitle(eventName);
  const language = useShownLanguage();
  const turns = useTurns(CATEGORY_MS);
  const { data: all } = useQuery({ ...categoriesQuery, refetchInterval: CATEGORIES_MS });
  const isReveal = new URLSearchParams(useSearch()).has('reveal');
  const voted = all?.filter(({ artistCount }) => artistCount > 0) ?? [];
  const category = categoryId
    ? all?.find(({ id }) => id === categoryId)
    : voted[turns % Math.max(1, voted.length)];
  const t = i18next.getFixedT(language);
  return (
    <div className="big-screen" lang={language}>
      <div className="flex h-full flex-col gap-[calc(2*var(--cqh))] p-[calc(4*var(--cqh))]">
        <header className="flex items-center gap-[calc(2*var(--cqh))]">
          <Logo className="size-[calc(7*var(--cqh))] shrink-0 text-gold" />
          <div className="min-w-0">
            <p className="wrap-anywhere line-clamp-1 text-[calc(3*var(--cqh))] text-ivory-soft leading-tight">
              {eventName}
            </p>
            <h1 className="wrap-anywhere line-clamp-2 font-extrabold text-[calc(6*var(--cqh))] leading-none">
              {category
                ? localized(language, category.name, category.nameFr)
                : t(all ? 'screen.nobody' : 'screen.waiting')}
            </h1>
          </div>
        </header>
        {category &&
          (isReveal ? (
            <Reveal key={category.id} category={category} language={language} />
          ) : (
            <Live key={category.id} category={category} language={language} />
          ))}
      </div>
    </div>
  );
}

interface PartProps {
  category: Category;
  language: Language;
}

function Live({ category, language }: PartProps) {
  const { data } = useLiveNominations(category.id);
  const turns = useTurns(PAGE_MS);
  const all = ranked(data ?? []);
  const pages = Math.max(1, Math.ceil(all.length / SHOWN_AT_ONCE));
  const first = (turns % pages) * SHOWN_AT_ONCE;
  const shown = all.slice(first, first + SHOWN_AT_ONCE);
  return (
    <div className="flex min-h-0 flex-1 gap-[calc(4*var(--cqh))]">
      {shown.length > 0 ? (
        <Ranking language={language} shown={shown} />
      ) : (
        <Message>{i18next.getFixedT(language)(data ? 'screen.nobody' : 'screen.loading')}</Message>
      )}
      <SidePanel language={language} categoryId={category.id} />
    </div>
  );
}

const Message = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-1 items-center justify-center text-[calc(4*var(--cqh))] text-ivory-soft">
    {children}
  </p>
);

/** How long a revealed rank fills the screen, and how long the first one does, in ms. */
const MOMENT_MS = 8_000;
const WINNER_MS = 60_000;

/**
 * The number of revealed ranks, changed with the keyboard or a presenter's remote, and whether the
 * latest one fills the screen.
 */
function useOpened(most: number): { opened: number; fillsScreen: boolean } {
  const [{ opened, fillsScreen }, setReveal] = useState({ opened: 0, fillsScreen: false });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      setReveal((reveal) => {
        const next = Math.min(most, Math.max(0, reveal.opened + step));
        return { opened: next, fillsScreen: next > reveal.opened };
      });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [most]);
  useEffect(() => {
    if (!fillsScreen) return;
    const endFullScreen = () => setReveal((reveal) => ({ ...reveal, fillsScreen: false }));
    const timer = setTimeout(endFullScreen, opened === most ? WINNER_MS : MOMENT_MS);
    return () => clearTimeout(timer);
  }, [fillsScreen, opened, most]);
  return { opened, fillsScreen };
}

const STEPS: Readonly<Record<string, number>> = {
  ' ': 1,
  ArrowRight: 1,
  PageDown: 1,
  Backspace: -1,
  ArrowLeft: -1,
  PageUp: -1,
};

/** Preloads all portraits, so that the winner's shows at once. */
const Portraits = ({ of }: { of: readonly Ranked[] }) => (
  <div aria-hidden className="invisible absolute size-0 overflow-hidden">
    {of.map(({ nomination: { id, nominationPhotoUrl, artist } }) => (
      <Photo
        key={id}
        address={nominationPhotoUrl ?? artist.photoUrl}
        sizes={MOMENT_SIZES}
        name={artist.name}
        loading="eager"
      />
    ))}
  </div>
);

/** Reveals ranks one at a time, lowest first, counting all votes. Team only. */
function Reveal({ category, language }: PartProps) {
  const t = i18next.getFixedT(language);
  const { data, error } = useAllVotes(category.id);
  const shown: Ranked[] = data ? ranked(data).slice(0, SHOWN_AT_ONCE) : [];
  const { opened, fillsScreen } = useOpened(shown.length);
  const last = fillsScreen ? shown[shown.length - opened] : undefined;
  if (isSignedOut(error) || isForbidden(error)) {
    return <Message>{t('screen.reveal.signIn')}</Message>;
  }
  if (!data) return <Message>{t('screen.loading')}</Message>;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-[calc(2*var(--cqh))]">
      <Ranking
        language={language}
        shown={shown}
        isClosed={(index) => index < shown.length - opened}
      />
      {opened === 0 && shown.length > 0 && (
        <p className="text-center text-[calc(2.4*var(--cqh))] text-ivory-muted">
          {t('screen.reveal.next')}
        </p>
      )}
      <Portraits of={shown} />
      {last && <Moment key={last.nomination.id} language={language} card={last} />}
    </div>
  );
}
