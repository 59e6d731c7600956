/** Codes of the operators' menus, for a request that did not appear by itself. */
export const WALLET_CODES = { mtn: '*126#', orange: '#150*50#' };
