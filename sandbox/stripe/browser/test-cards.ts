import type { BrowserText } from './texts';

interface OfferedCard {
  number: string;
  effect: BrowserText;
}

/** The cards offered below the form: one for each possible outcome. */
export const OFFERED_CARDS: readonly OfferedCard[] = [
  { number: '4242424242424242', effect: 'cards.paid' },
  { number: '4000002500003155', effect: 'cards.asks' },
  { number: '4000000000003063', effect: 'cards.leaves' },
  { number: '4000000000000002', effect: 'cards.declined' },
  { number: '4000000000009995', effect: 'cards.lacks-funds' },
  { number: '4000000000000069', effect: 'cards.expired' },
  { number: '4000000000000127', effect: 'cards.wrong-cvc' },
  { number: '4000000000000119', effect: 'cards.processing' },
];
