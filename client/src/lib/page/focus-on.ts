/** Ref that gives an element the focus as soon as it is mounted. */
export const focusOn = (element: HTMLElement | null): void => element?.focus();
