import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminArtistsQuery } from '#client/features/admin/catalog/index';
import { QueryView } from '#client/features/admin/shell/index';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { TextField } from '#client/ui/fields/text-field';
import { Dialog } from '#client/ui/overlay/dialog';
import type { AdminArtist, MergePreview } from '#shared/contracts/admin-catalog';
import { localized } from '#shared/domain/localized';
import { mergePreviewQuery } from '../api';
import { mergeCandidates } from '../model/merge-candidates';
import { useMerge } from '../use-merge';

interface Named {
  id: string;
  name: string;
}

interface OtherArtistProps {
  artist: Named;
  chosen: Named | null;
  onChoose: (other: AdminArtist) => void;
}

/** Finds the artist that is the same person. */
function OtherArtist({ artist, chosen, onChoose }: OtherArtistProps) {
  const { t } = useTranslation();
  const artists = useQuery(adminArtistsQuery);
  const [search, setSearch] = useState('');
  return (
    <QueryView query={artists}>
      {(all) => {
        const found = mergeCandidates(all, artist, search);
        return (
          <div className="flex flex-col gap-2">
            <TextField
              type="search"
              autoComplete="off"
              label={t('artist-form.merge.other')}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <p role="status" className="text-ivory-muted text-sm empty:hidden">
              {search.trim() !== '' && found.length === 0 && t('artist-form.merge.noneFound')}
            </p>
            <ul className="flex flex-col gap-1 empty:hidden">
              {found.map((other) => (
                <li key={other.id}>
                  <Button
                    variant="outline"
                    aria-pressed={other.id === chosen?.id}
                    className={clsx(
                      'w-full justify-between text-left',
                      other.id === chosen?.id && 'border-gold text-gold',
                    )}
                    onClick={() => onChoose(other)}
                  >
                    <span className="min-w-0 wrap-anywhere">{other.name}</span>
                    <span className="shrink-0 font-normal text-sm tabular-nums">
                      {t('admin.voteCount', { count: other.totalVotes })}
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        );
      }}
    </QueryView>
  );
}

/** Shows what happens to each nomination of the artist that disappears. */
function Consequences({ preview }: { preview: MergePreview }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const names = { name: preview.artist.name, into: preview.into.name };
  return (
    <div className="flex flex-col gap-2">
      <p>{t('artist-form.merge.explained', names)}</p>
      <ul className="flex flex-col gap-2">
        {preview.categories.map(({ id, name, nameFr, votes, intoVotes, isWithdrawn }) => (
          <li key={id} className="rounded-xl border border-surface-line px-3 py-2">
            <p className="wrap-anywhere font-semibold">
              {localized(language, name, nameFr)}
              {isWithdrawn && (
                <span className="font-normal text-ivory-muted">
                  {' '}
                  {t('artist-form.merge.withdrawn')}
                </span>
              )}
            </p>
            <p className="text-sm tabular-nums">
              {intoVotes === null
                ? t('artist-form.merge.moves', { count: votes })
                : t('artist-form.merge.joins', { votes, intoVotes, count: votes + intoVotes })}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-ivory-soft text-sm">{t('artist-form.merge.undoable')}</p>
    </div>
  );
}

interface MergeDialogProps {
  /** The artist whose page is open. */
  artist: Named;
  onClose: () => void;
  onMerged: () => void;
}

/** Merges the artist with another one, after showing what that does. */
export function MergeDialog({ artist, onClose, onMerged }: MergeDialogProps) {
  const { t } = useTranslation();
  const [other, setOther] = useState<Named | null>(null);
  const [stays, setStays] = useState<'other' | 'artist'>('other');
  const [gone, into] = stays === 'other' ? [artist, other] : [other, artist];
  const preview = useQuery({
    ...mergePreviewQuery(gone?.id ?? '', into?.id ?? ''),
    enabled: other !== null,
  });
  const merge = useMerge({ onMerged, onFailed: () => void preview.refetch() });
  const canMerge = gone !== null && into !== null && preview.data !== undefined;
  return (
    <Dialog
      onClose={onClose}
      title={t('artist-form.merge.title', { name: artist.name })}
      description={t('artist-form.merge.hint')}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" className="grow sm:grow-0" onClick={onClose}>
            {t('artist-form.cancel')}
          </Button>
          <Button
            className="grow sm:grow-0"
            isBusy={merge.isPending}
            disabled={!canMerge || preview.isFetching}
            onClick={() => {
              if (canMerge) {
                merge.mutate({ id: gone.id, into: into.id, preview: preview.data });
              }
            }}
          >
            {t('artist-form.merge.confirm')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4 pb-5">
        <OtherArtist artist={artist} chosen={other} onChoose={setOther} />
        {other && (
          <>
            <Button
              variant="outline"
              size="sm"
              className="self-start"
              onClick={() => setStays(stays === 'other' ? 'artist' : 'other')}
            >
              <ArrowLeftRight aria-hidden className="size-4" />
              {t('artist-form.merge.swap', { name: gone?.name })}
            </Button>
            <QueryView query={preview}>{(data) => <Consequences preview={data} />}</QueryView>
          </>
        )}
      </div>
    </Dialog>
  );
}
