import { useState } from 'react';
import { browserStorage } from './storage';

/** A choice that this browser stores; the default on the first visit. */
export function useStoredChoice<Choice extends string | number>(
  key: string,
  choices: readonly Choice[],
  defaultChoice: Choice,
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => {
    const stored = browserStorage.getItem(key);
    return choices.find((choice) => String(choice) === stored) ?? defaultChoice;
  });
  const choose = (next: Choice) => {
    browserStorage.setItem(key, String(next));
    setChoice(next);
  };
  return [choice, choose];
}
