/** Not part of the first load; the checkout fetches it ahead of the press that opens it. */
export const importWaitingOverlay = () => import('./waiting-overlay');
