import type { EventSettings } from '#shared/contracts/event-settings';
import type { Language } from '#shared/domain/localized';
import { oneLine, shortened } from '#shared/domain/one-line';

const MAX_NAME_LENGTH = 60;

interface Ordered {
  totalVotes: number;
  artistName: string;
  locale: Language;
}

/** Text the payer reads at the provider, such as "Festival Awards: 10 votes, Doreen Wirba". */
export function paymentDescription(
  { name, nameFr }: Pick<EventSettings, 'name' | 'nameFr'>,
  { totalVotes, artistName, locale }: Ordered,
): string {
  const event = locale === 'fr' ? (nameFr ?? name) : name;
  const votes = `${totalVotes} ${totalVotes === 1 ? 'vote' : 'votes'}`;
  const artist = shortened(oneLine(artistName), MAX_NAME_LENGTH);
  return `${event}: ${votes}, ${artist}`;
}
