import { useMemo } from 'react';
// Unlike the one of 'wouter' it does not decode the text; decoding twice would corrupt a "%".
import { useSearch } from 'wouter/use-browser-location';
import { readArtistParameter, readOriginParameter } from '#shared/domain/artist-parameter';
import { CheckoutScreen, EntryRefusal } from '../features/checkout/screen';

export function CheckoutPage() {
  const search = useSearch();
  const artist = useMemo(() => readArtistParameter(search), [search]);
  if (typeof artist === 'string') return <EntryRefusal problem={artist} />;
  return <CheckoutScreen key={artist.id} linked={artist} origin={readOriginParameter(search)} />;
}
