/** Not part of the checkout's first load; fetched when it is chosen, or when there is time. */
export const importCardForm = () => import('./card');
