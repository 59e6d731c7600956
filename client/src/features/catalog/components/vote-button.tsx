import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { nominationsOfArtist } from '#client/lib/api/nominations';
import { Button } from '#client/ui/button';
import { useVotingPhase } from '../use-voting-phase';

interface VoteButtonProps extends Pick<ComponentProps<'a'>, 'id' | 'aria-labelledby' | 'children'> {
  href: string;
  artistId: string;
  size?: 'md' | 'lg';
  className?: string;
}

/** Links to the checkout. While voting is closed, a sentence replaces the link. */
export function VoteButton({
  artistId,
  size = 'md',
  className,
  children,
  ...link
}: VoteButtonProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const phase = useVotingPhase();
  if (phase !== 'open') {
    return (
      <Button variant="outline" size={size} className={className} disabled>
        {t(`catalog.cannotVote.${phase}`)}
      </Button>
    );
  }
  return (
    <Button asChild size={size} className={className}>
      {/* Requested in parallel with the checkout's code, not after it. */}
      <Link {...link} onClick={() => void queryClient.prefetchQuery(nominationsOfArtist(artistId))}>
        {children}
      </Link>
    </Button>
  );
}
