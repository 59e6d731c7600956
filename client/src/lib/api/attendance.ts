/** Somebody is at the page for this long after a key, a press or a scroll. */
const ATTENDED_MS = 60_000;

const INPUTS = ['keydown', 'pointerdown', 'touchmove', 'wheel'] as const;

/** Opening the page is somebody's doing, too. */
let lastInputAt = Date.now();

/** To be called once. */
export function watchAttendance(): void {
  const note = () => {
    lastInputAt = Date.now();
  };
  for (const input of INPUTS) {
    window.addEventListener(input, note, { capture: true, passive: true });
  }
}

export const isAttended = (): boolean => Date.now() - lastInputAt < ATTENDED_MS;
