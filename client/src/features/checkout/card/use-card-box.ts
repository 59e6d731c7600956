import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reportClientError } from '#client/lib/failures/client-errors';
import { useLanguage } from '#client/lib/use-language';
import type { CardProblem } from '../components/card-unavailable';
import { type StripeSource, stripeLibrary } from './model/stripe-library';
import type { useCardSession } from './use-card-session';

/** Returns the current value, or while held, the value from when that began. */
function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(value);
  return isHeld ? held : value;
}

/**
 * Returns what the card's fields need, or why there are none. The button below the fields uses it
 * too: without the fields the card cannot be charged.
 *
 * @param isFrozen true while a payment in progress must not lose its fields
 */
export function useCardBox(
  { session, failure, sessionSync, proceed }: ReturnType<typeof useCardSession>,
  source: StripeSource,
  isFrozen: boolean,
) {
  const language = useHeld(useLanguage(), isFrozen);
  const library = useQuery(stripeLibrary(source, language));
  /** Client secret of the fields that failed to load. */
  const [brokenSecret, setBrokenSecret] = useState<string | null>(null);
  const isBroken = session !== null && session.clientSecret === brokenSecret;

  const problem: CardProblem | null = library.isLoadingError || isBroken ? 'unavailable' : failure;
  useEffect(() => {
    if (problem === 'unavailable') reportClientError('payment', new Error('no fields for a card'));
  }, [problem]);

  const retry = () => {
    if (library.isLoadingError) void library.refetch();
    if (failure) sessionSync.retry();
    if (isBroken) {
      setBrokenSecret(null);
      void sessionSync.renew();
    }
  };

  return {
    stripe: library.data ?? null,
    session,
    language,
    problem,
    retry,
    proceed,
    onLoadError: setBrokenSecret,
  };
}
