import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '#client/ui/button';
import { useVotingPhase } from '../use-voting-phase';

interface VoteButtonProps extends Pick<ComponentProps<'a'>, 'id' | 'aria-labelledby' | 'children'> {
  href: string;
  size?: 'md' | 'lg';
  className?: string;
}

/** Leads to the checkout. While voting is closed it says so, in the same place. */
export function VoteButton({ size = 'md', className, children, ...link }: VoteButtonProps) {
  const { t } = useTranslation();
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
      <Link {...link}>{children}</Link>
    </Button>
  );
}
