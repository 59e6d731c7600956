import { useContext, useEffect } from 'react';
import { PageDrawingContext } from '../browser/page-drawing';
import { useEvent } from '../use-event';

/**
 * Names the browser tab after the screen, followed by the event's name.
 * @param description for those who list the page before anybody has opened it; none keeps it out
 */
export function usePageTitle(title: string, description = ''): void {
  const { name } = useEvent();
  const { onHead } = useContext(PageDrawingContext);
  const full = `${title} – ${name}`;
  // On the server, where effects never run.
  onHead?.({ title: full, description, isListed: description !== '' });
  useEffect(() => {
    document.title = full;
  }, [full]);
}
