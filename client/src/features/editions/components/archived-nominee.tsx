import { Trophy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/lib/use-language';
import { Badge } from '#client/ui/badge';
import { Photo } from '#client/ui/picture/photo';
import type { ArchivedNominee } from '#shared/contracts/editions';
import { localized } from '#shared/domain/localized';

/** Displayed width of a nominee's picture. */
const PICTURE_SIZE = '6rem';

interface NomineeProps {
  nominee: ArchivedNominee;
  /** True on the page of its category, with its texts and without a heading above. */
  isWhole?: boolean;
}

/** A nominee with what was published of the votes; there is nothing to vote for. */
export function Nominee({ nominee, isWhole = false }: NomineeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, place, share, votes } = nominee;
  const title = localized(language, nominee.nominationTitle, nominee.nominationTitleFr);
  const text =
    localized(language, nominee.nominationDescription, nominee.nominationDescriptionFr) ??
    localized(language, nominee.bio, nominee.bioFr);
  const Heading = isWhole ? 'h2' : 'h3';
  const isWinner = place === 1 && votes !== 0;
  return (
    <article className="flex min-w-0 flex-wrap items-start gap-4">
      <div className="size-20 shrink-0 overflow-hidden rounded-xl sm:size-24">
        <Photo
          address={nominee.nominationPhotoUrl ?? nominee.photoUrl}
          sizes={PICTURE_SIZE}
          name={name}
          isNamedBeside
          className="text-3xl"
        />
      </div>
      <div className="flex min-w-0 flex-1 basis-[min(10rem,100%)] flex-col gap-1">
        <Heading className="wrap-anywhere font-bold text-lg leading-tight">{name}</Heading>
        {title && <p className="wrap-anywhere text-ivory-soft">{title}</p>}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {isWinner && (
            <Badge variant="amber">
              <Trophy aria-hidden />
              {t('editions.winner')}
            </Badge>
          )}
          {place !== null && !isWinner && <span>{t('editions.place', { place })}</span>}
          {votes !== null && (
            <span className="font-semibold">{t('editions.votes', { count: votes })}</span>
          )}
          {share !== null && (
            <span className="text-ivory-soft">{t('editions.share', { share })}</span>
          )}
        </p>
        {isWhole && text?.trim() && (
          <p className="wrap-anywhere max-w-prose hyphens-auto whitespace-pre-line text-ivory-soft">
            {text}
          </p>
        )}
      </div>
    </article>
  );
}
