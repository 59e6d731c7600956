const DELAY_MS = 400;
const INTERVAL_MS = 80;

export interface HeldRepeat {
  stop: () => void;
  hasRepeated: () => boolean;
}

/** Repeats an action after an initial delay, until stopped or until it returns false. */
export function startRepeating(act: () => boolean): HeldRepeat {
  let timer: ReturnType<typeof setTimeout>;
  let hasRepeated = false;
  const repeat = () => {
    hasRepeated = true;
    if (act()) timer = setTimeout(repeat, INTERVAL_MS);
  };
  timer = setTimeout(repeat, DELAY_MS);
  return { stop: () => clearTimeout(timer), hasRepeated: () => hasRepeated };
}
