import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { toast } from '#client/ui/toast';
import type { EntryProblem } from './artist-parameter';

/** Sends a visitor without a usable artist back to the start, and says why. */
export function EntryRefusal({ problem }: { problem: EntryProblem }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  useEffect(() => {
    toast({
      variant: 'destructive',
      title: t(`checkout.entry.${problem}.title`),
      description: t(`checkout.entry.${problem}.description`),
    });
    navigate('/', { replace: true });
  }, [problem, t, navigate]);
  return null;
}
