import { useState } from 'react';
import { browserStorage } from './storage';

/** One of a few choices, remembered by this browser; the first visit has the default. */
export function useStoredChoice<Choice extends string | number>(
  key: string,
  choices: readonly Choice[],
  byDefault: Choice,
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => {
    const stored = browserStorage.getItem(key);
    return choices.find((one) => String(one) === stored) ?? byDefault;
  });
  const choose = (next: Choice) => {
    browserStorage.setItem(key, String(next));
    setChoice(next);
  };
  return [choice, choose];
}
