import { useState } from 'react';
import { browserStorage } from '#client/lib/browser/storage';

/** Something that this browser remembers as JSON; `read` makes sense of whatever lies there. */
export function useStored<Value>(
  key: string,
  read: (stored: unknown) => Value,
): [Value, (next: Value) => void] {
  const [value, setValue] = useState(() => read(parsed(browserStorage.getItem(key))));
  const store = (next: Value) => {
    browserStorage.setItem(key, JSON.stringify(next));
    setValue(next);
  };
  return [value, store];
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
