/** As the ref of what is to have the focus as soon as it is there. */
export const focusOn = (element: HTMLElement | null): void => element?.focus();
