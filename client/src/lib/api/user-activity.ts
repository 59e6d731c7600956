/** How long the user counts as active after a key, a press or a scroll, in ms. */
const ACTIVE_MS = 60_000;

const INPUTS = ['keydown', 'pointerdown', 'touchmove', 'wheel'] as const;

/** Opening the page counts as input, too. */
let lastInputAt = Date.now();

/** Must be called only once. */
export function watchUserActivity(): void {
  const note = () => {
    lastInputAt = Date.now();
  };
  for (const input of INPUTS) {
    window.addEventListener(input, note, { capture: true, passive: true });
  }
}

export const isUserActive = (): boolean => Date.now() - lastInputAt < ACTIVE_MS;
