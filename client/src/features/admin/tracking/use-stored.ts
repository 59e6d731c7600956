import { useState } from 'react';
import { browserStorage } from '#client/lib/browser/storage';

/** A value that this browser stores as JSON; `read` validates whatever is stored. */
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
