import { useContext, useEffect } from 'react';
import { PageRenderContext } from '../browser/page-render';
import { useEvent } from '../use-event';

/**
 * Sets the title of the browser tab to the screen's, followed by the event's name.
 * @param description for search engines and previews; without one the page is not indexed
 */
export function usePageTitle(title: string, description = ''): void {
  const { name } = useEvent();
  const { onHead } = useContext(PageRenderContext);
  const full = `${title} – ${name}`;
  // On the server, where effects never run.
  onHead?.({ title: full, description, isListed: description !== '' });
  useEffect(() => {
    document.title = full;
  }, [full]);
}
