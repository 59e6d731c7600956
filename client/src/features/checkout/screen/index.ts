/** The checkout page, a chunk of its own. */
export { readArtistParameter } from './artist-parameter';
export { CheckoutScreen, EntryRefusal } from './checkout-screen';
