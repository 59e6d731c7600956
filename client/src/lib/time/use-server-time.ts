import { useEffect, useState } from 'react';
import { isServerClockKnown, serverNow } from './server-clock';

/** Returns the time by the server's clock, every second; null until it is known. */
export function useServerTime(): string | null {
  const [now, setNow] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setNow(isServerClockKnown() ? new Date(serverNow()).toISOString() : null);
    read();
    const timer = setInterval(read, 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
