/** The checkout page, a chunk of its own. */
export { readArtistParameter } from './artist-parameter';
export { CheckoutScreen } from './checkout-screen';
export { EntryRefusal } from './entry-refusal';
