import { clsx } from 'clsx';
import { ChevronDown, Heart, LayoutGrid, Share2, TrendingUp, Trophy } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShare } from '#client/features/share/index';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Button, IconButton } from '#client/ui/button';
import { Photo } from '#client/ui/picture/photo';
import type { Category, Nomination } from '#shared/contracts/catalog';
import { localized } from '#shared/domain/localized';
import { artistLink } from '../model/artist-link';
import { checkoutPath } from '../model/checkout-link';
import { nominationTexts } from '../model/nomination-texts';
import { PICTURE_SIZES } from '../model/picture-sizes';
import { VoteButton } from './vote-button';

/** Number of categories named on an artist's card; the rest are counted. */
const SHOWN = 2;

interface CategoryBadgesProps {
  categories: readonly Category[];
  /** The category on screen, which is listed first. */
  currentId: string;
}

function CategoryBadges({ categories, currentId }: CategoryBadgesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const ordered = [...categories].sort(
    (a, b) => Number(b.id === currentId) - Number(a.id === currentId),
  );
  const hiddenCount = categories.length - SHOWN;
  return (
    <ul aria-label={t('catalog.artist.categories')} className="flex flex-wrap gap-1.5">
      {ordered.slice(0, SHOWN).map(({ id, name, nameFr }) => (
        <li key={id} className="flex max-w-full">
          <Badge className="wrap-anywhere">{localized(language, name, nameFr)}</Badge>
        </li>
      ))}
      {hiddenCount > 0 && (
        <li>
          <Badge>
            <span aria-hidden>+{hiddenCount}</span>
            <span className="sr-only">
              {t('catalog.artist.moreCategories', { count: hiddenCount })}
            </span>
          </Badge>
        </li>
      )}
    </ul>
  );
}

interface ArtistCardProps {
  nomination: Nomination;
  /**
   * True when the page was opened by the share link of this nomination: the card is outlined and
   * scrolled to.
   */
  isShared: boolean;
  /** True when this device voted for the artist. */
  isOwn: boolean;
  /** Number of cards before it. */
  place: number;
  onViewProfile: () => void;
}

/** Number of nominees a phone shows before scrolling. */
const IN_FIRST_VIEW = 3;

/** On a phone a row that expands to the card; elsewhere always the card. */
export function ArtistCard({ nomination, isShared, isOwn, place, onViewProfile }: ArtistCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const share = useShare();
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const [isOpen, setIsOpen] = useState(isShared);
  const { artist } = nomination;
  const { title, bio, photoUrl } = nominationTexts(nomination, language);

  useEffect(() => {
    if (!isShared) return;
    const scroll = () => {
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      card.current?.scrollIntoView({ block: 'center', behavior: isStill ? 'instant' : 'smooth' });
    };
    // After the cards have painted: growing and scrolling at once would count as a layout shift.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [isShared]);

  return (
    <article
      ref={card}
      aria-labelledby={`${id}-name`}
      data-open={isOpen || undefined}
      className={clsx(
        'artist-card group',
        isShared && 'ring-4 ring-gold ring-offset-4 ring-offset-surface',
      )}
    >
      <div className="artist-photo">
        <Photo
          address={photoUrl}
          sizes={isOpen ? PICTURE_SIZES.nominee : PICTURE_SIZES.nomineeRow}
          name={artist.name}
          isNamedBeside
          loading={place < IN_FIRST_VIEW ? 'in-view' : 'late'}
          className="in-row:text-3xl transition-transform duration-500 group-hover:[transform:scale(1.03)]"
        />
        <div className="photo-shade absolute -inset-px in-row:hidden" />
        {isOwn && (
          // Placed where it moves nothing: the device reports its votes after the page has painted.
          <div className="hidden in-row:block p-2">
            <span className="flex size-7 items-center justify-center rounded-full bg-surface/80 text-gold">
              <Heart aria-hidden className="size-4 fill-current" />
              <span className="sr-only">{t('catalog.own.badge')}</span>
            </span>
          </div>
        )}
      </div>
      <div className="artist-head">
        <div className="min-w-0 in-row:flex in-row:flex-col in-row:gap-1">
          <h2
            id={`${id}-name`}
            translate="no"
            className="wrap-anywhere line-clamp-6 in-row:text-[min(1.125rem,4.6vw)] font-bold text-2xl leading-tight"
          >
            {artist.name}
          </h2>
          <div className="in-row:static absolute top-3 right-16 left-3 flex flex-wrap gap-2 max-sm:right-28">
            {isShared && <Badge variant="gold">{t('catalog.shared.badge')}</Badge>}
            {isOwn && (
              <Badge className="in-row:hidden">
                <Heart aria-hidden />
                {t('catalog.own.badge')}
              </Badge>
            )}
            {nomination.standing && (
              <Badge variant="amber">
                <Trophy aria-hidden />
                {t('catalog.standing', nomination.standing)}
              </Badge>
            )}
            {artist.isTrending && (
              <Badge variant="amber">
                <TrendingUp aria-hidden />
                {t('catalog.artist.trending')}
              </Badge>
            )}
          </div>
        </div>
        <IconButton
          icon={Share2}
          label={t('catalog.artist.shareOf', { name: artist.name })}
          className="absolute top-2 right-2 in-row:hidden bg-surface/70 hover:bg-surface"
          onClick={() =>
            void share(
              { title: artist.name, url: artistLink(artist) },
              t('catalog.share.artistCopied'),
            )
          }
        />
        <IconButton
          icon={ChevronDown}
          label={t(isOpen ? 'catalog.artist.less' : 'catalog.artist.more', { name: artist.name })}
          aria-expanded={isOpen}
          className="artist-toggle upside-down-while-open"
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      <div className="artist-body">
        {title && (
          <p className="in-row:line-clamp-2 in-row:text-sm font-semibold leading-snug">{title}</p>
        )}
        <div className="flex in-row:hidden flex-col gap-3">
          <CategoryBadges categories={artist.categories} currentId={nomination.category.id} />
          {bio && <p className="line-clamp-2 text-ivory-soft">{bio}</p>}
          <p className="flex items-center gap-2 text-ivory-muted text-sm">
            <LayoutGrid aria-hidden className="size-4" />
            {t('catalog.categoryCount', { count: artist.categoryCount })}
          </p>
        </div>
        <div className="relative mt-auto flex flex-col gap-2 in-row:pt-0 pt-1">
          <VoteButton
            id={`${id}-vote`}
            className="wrap-break-word in-row:px-3"
            href={checkoutPath(artist, nomination.category.id)}
            artistId={artist.id}
            aria-labelledby={`${id}-vote ${id}-name`}
          >
            {t('catalog.voteNow')}
          </VoteButton>
          <Button
            variant="outline"
            className="in-row:hidden"
            aria-label={t('catalog.artist.viewProfileOf', { name: artist.name })}
            onClick={onViewProfile}
          >
            {t('catalog.artist.viewProfile')}
          </Button>
        </div>
      </div>
    </article>
  );
}
