import { useMemo } from 'react';
// Unlike the hook of 'wouter', this one does not decode: decoding twice would corrupt a "%".
import { useSearch } from 'wouter/use-browser-location';
import { CheckoutScreen, EntryRefusal } from '#client/features/checkout/screen';
import { readArtistParameter, readOriginParameter } from '#shared/domain/artist-parameter';

export function CheckoutPage() {
  const search = useSearch();
  const artist = useMemo(() => readArtistParameter(search), [search]);
  if (typeof artist === 'string') return <EntryRefusal problem={artist} />;
  return <CheckoutScreen key={artist.id} linked={artist} origin={readOriginParameter(search)} />;
}
