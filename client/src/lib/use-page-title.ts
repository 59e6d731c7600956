import { useEffect } from 'react';
import { useEvent } from './use-event';

/** Names the browser tab after the screen, followed by the event's name. */
export function usePageTitle(title: string): void {
  const { name } = useEvent();
  useEffect(() => {
    document.title = `${title} – ${name}`;
  }, [title, name]);
}
