/** Key in local storage: the receipts of this device. */
export const OWN_VOTES_KEY = 'ownVotes';
/** Id of the style that puts own artists first before the page's code has loaded. */
export const OWN_FIRST_STYLE = 'own-first';
