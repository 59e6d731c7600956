import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useOwnArtistIds } from '#client/lib/offline/own-votes';
import { useLanguage } from '#client/lib/use-language';
import { Spinner } from '#client/ui/spinner';
import { artistAddress } from '#shared/domain/artist-address';
import { type Language, localized } from '#shared/domain/localized';
import { CategoryIcon } from '../../category-art/components/category-icon';
import { searchQuery } from '../api';
import type { Found, SearchResult } from '../model/catalogue-search';
import { SearchFailed, SearchPanel } from './search-panel';

export interface SearchResultsProps {
  /** The field, which remains a combobox; this is its list. */
  input: HTMLInputElement;
}

const NOTHING: SearchResult = { shown: [], furtherCount: 0, all: [] };

function addressOf(found: Found): string {
  if (found.kind === 'category') return `/category/${found.category.id}`;
  const [first, second] = found.artist.categories;
  return first ? artistAddress(first.id, found.artist.id, !second) : '/categories';
}

export function SearchResults({ input }: SearchResultsProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const listId = useId();
  const [text, setText] = useState(input.value);
  const [isOpen, setIsOpen] = useState(true);
  /** Index of the active option; -1 for none. */
  const [active, setActive] = useState(-1);
  const { data: search, isLoadingError, refetch } = useQuery(searchQuery);
  const ownIds = useOwnArtistIds();

  const { shown, furtherCount } = useMemo(
    () => search?.(text, ownIds) ?? NOTHING,
    [search, text, ownIds],
  );
  const hasQuery = text.trim() !== '';
  const isShown = isOpen && hasQuery;
  const optionId = (at: number) => `${listId}-${at}`;

  const statusText = (): string => {
    if (!isShown || isLoadingError) return '';
    if (!search) return t('common.loading');
    if (shown.length === 0) return t('catalog.search.none');
    const results = t('catalog.search.results', { count: shown.length + furtherCount });
    return furtherCount > 0
      ? `${results}, ${t('catalog.search.first', { shown: shown.length })}`
      : results;
  };

  const step = (by: 1 | -1) => {
    if (!isShown) setIsOpen(true);
    else if (shown.length > 0) {
      const from = active < 0 && by < 0 ? 0 : active;
      setActive((from + by + shown.length) % shown.length);
    }
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // The key belongs to text that is still being composed, such as accents and Chinese.
    if (event.isComposing) return;
    const chosen = shown[Math.max(active, 0)];
    switch (event.key) {
      case 'ArrowDown':
        step(1);
        break;
      case 'ArrowUp':
        step(-1);
        break;
      case 'Enter':
        if (!isShown || !chosen) return;
        navigate(addressOf(chosen));
        break;
      case 'Escape':
        if (isShown) setIsOpen(false);
        else {
          input.value = '';
          setText('');
        }
        break;
      default:
        return;
    }
    event.preventDefault();
  });

  useEffect(() => {
    const box = input.parentElement;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const closeOutside = (target: EventTarget | null) => {
      if (target instanceof Node && !box?.contains(target)) setIsOpen(false);
    };
    input.addEventListener('keydown', (event) => onKey(event), options);
    const update = () => {
      setText(input.value);
      setIsOpen(true);
    };
    for (const kind of ['input', 'focus', 'click']) input.addEventListener(kind, update, options);
    input.addEventListener('input', () => setActive(-1), options);
    // Hiding a phone's keyboard moves the focus nowhere: the results stay.
    box?.addEventListener('focusout', (event) => closeOutside(event.relatedTarget), options);
    document.addEventListener('pointerdown', ({ target }) => closeOutside(target), options);
    // The visitor may have typed since this was rendered.
    setText(input.value);
    return () => listening.abort();
  }, [input]);

  useLayoutEffect(() => (isShown ? keepInView(input) : undefined), [input, isShown]);

  const hasList = isShown && shown.length > 0;
  useLayoutEffect(() => {
    input.setAttribute('aria-expanded', String(hasList));
    const setOrRemove = (name: string, value: string | null) =>
      value === null ? input.removeAttribute(name) : input.setAttribute(name, value);
    setOrRemove('aria-controls', hasList ? listId : null);
    const option = hasList && active >= 0 ? document.getElementById(`${listId}-${active}`) : null;
    setOrRemove('aria-activedescendant', option?.id ?? null);
    option?.scrollIntoView({ block: 'nearest' });
  }, [input, hasList, listId, active]);

  return (
    <>
      <p role="status" className="sr-only">
        {statusText()}
      </p>
      {isShown && isLoadingError && <SearchFailed onRetry={() => void refetch()} />}
      {isShown && !isLoadingError && (
        <SearchPanel>
          {!search && (
            <span className="text-gold">
              <Spinner className="size-6" />
            </span>
          )}
          {search && !hasList && <p aria-hidden>{t('catalog.search.none')}</p>}
          {hasList && (
            <div
              id={listId}
              role="listbox"
              aria-label={t('catalog.search.label')}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
            >
              {shown.map((found, at) => (
                <Option
                  key={addressOf(found)}
                  id={optionId(at)}
                  found={found}
                  isActive={at === active}
                />
              ))}
            </div>
          )}
          {furtherCount > 0 && (
            <p className="text-ivory-muted text-sm">
              {t('catalog.search.further', { more: furtherCount })}
            </p>
          )}
        </SearchPanel>
      )}
    </>
  );
}

/** Distances of the panel from the field and from the bottom, in pixels. */
const MARGINS_PX = 20;
/** Height of two or three options; the page scrolls when there is less space. */
const MIN_ROOM_PX = 200;

/**
 * Sets the maximum height of the panel in the styles: down to the keyboard when there is one.
 * @returns a function that stops it
 */
function keepInView(input: HTMLInputElement): () => void {
  const room = (): number => {
    const viewport = window.visualViewport;
    const end = viewport ? viewport.offsetTop + viewport.height : window.innerHeight;
    return end - input.getBoundingClientRect().bottom - MARGINS_PX;
  };
  const measure = () =>
    input.parentElement?.style.setProperty('--room', `${Math.max(room(), MIN_ROOM_PX)}px`);
  if (room() < MIN_ROOM_PX) input.scrollIntoView({ block: 'start' });
  measure();
  const listening = new AbortController();
  const options = { signal: listening.signal, passive: true };
  for (const target of [window, window.visualViewport])
    for (const kind of ['resize', 'scroll']) target?.addEventListener(kind, measure, options);
  return () => listening.abort();
}

function Option({ id, found, isActive }: { id: string; found: Found; isActive: boolean }) {
  const language = useLanguage();
  return (
    <Link
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={addressOf(found)}
      className="search-option"
    >
      {found.kind === 'artist' ? (
        <>
          <span dir="auto" className="font-semibold">
            {found.artist.name}
          </span>
          <span className="sr-only">, </span>
          <span className="line-clamp-2 text-ivory-muted text-sm">
            {found.artist.categories.map(nameIn(language)).join(', ')}
          </span>
        </>
      ) : (
        <span className="flex items-center gap-3 font-semibold">
          <CategoryIcon name={found.category.icon} className="size-5 shrink-0 text-gold" />
          {nameIn(language)(found.category)}
        </span>
      )}
    </Link>
  );
}

const nameIn =
  (language: Language) =>
  ({ name, nameFr }: { name: string; nameFr: string | null }): string =>
    localized(language, name, nameFr);
