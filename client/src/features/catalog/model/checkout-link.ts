import type { ArtistParameter } from '#shared/contracts/checkout';

export const checkoutPath = ({ id, name }: ArtistParameter): string =>
  `/checkout?artist=${encodeURIComponent(JSON.stringify({ id, name }))}`;
