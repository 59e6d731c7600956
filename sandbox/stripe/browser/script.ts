import { apiScript } from './api-script';
import { appearanceScript } from './appearance-script';
import { bankDialogScript } from './bank-dialog-script';
import { cardEntryScript } from './card-entry-script';
import { cardFormScript } from './card-form-script';
import { stripeObjectScript } from './stripe-object-script';
import { dialogStyle, formStyle } from './style';
import type { BrowserText } from './texts';
import { texts } from './texts';

interface OfferedCard {
  number: string;
  effect: BrowserText;
}

/** The cards offered below the form: one for each possible outcome. */
const OFFERED_CARDS: readonly OfferedCard[] = [
  { number: '4242424242424242', effect: 'cards.paid' },
  { number: '4000002500003155', effect: 'cards.asks' },
  { number: '4000000000003063', effect: 'cards.leaves' },
  { number: '4000000000000002', effect: 'cards.declined' },
  { number: '4000000000009995', effect: 'cards.lacks-funds' },
  { number: '4000000000000069', effect: 'cards.expired' },
  { number: '4000000000000127', effect: 'cards.wrong-cvc' },
  { number: '4000000000000119', effect: 'cards.processing' },
];

const textScript = String.raw`
function text(language, key, values) {
  const gaps = values || {};
  return texts[language][key].replace(/\{(\w+)\}/g, (gap, name) => gaps[name] || gap);
}
`;

/**
 * Replaces Stripe.js. Text, not compiled functions: it is served unchanged, however the server is
 * bundled. Its parts use no template literals, so that nothing needs escaping, and share the scope
 * of one function, so that their names do not conflict with the page's.
 */
export const stripeScript = `(() => {
'use strict';
const texts = ${JSON.stringify(texts)};
const testCards = ${JSON.stringify(OFFERED_CARDS)};
const formStyle = ${JSON.stringify(formStyle)};
const dialogStyle = ${JSON.stringify(dialogStyle)};
${[
  textScript,
  cardEntryScript,
  cardFormScript,
  appearanceScript,
  apiScript,
  bankDialogScript,
  stripeObjectScript,
].join('')}
})();
`;
