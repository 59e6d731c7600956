/** Of the browser's storage: the receipts of this device. */
export const OWN_VOTES_KEY = 'ownVotes';
/** Of the style by which own artists stand first before the page's code has come. */
export const OWN_FIRST_STYLE = 'own-first';
