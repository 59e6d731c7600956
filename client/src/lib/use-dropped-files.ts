import { useEffect, useRef, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page: otherwise the browser would open them.
 * @param take returns true for files that belong here
 * @param isFirst true to be asked before others on the page, which then do not get what is taken
 * @returns true while files are dragged over the page
 */
export function useDroppedFiles(
  take: (dropped: DataTransfer) => boolean,
  { isFirst = false } = {},
): boolean {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsDraggedOver(true);
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setIsDraggedOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setIsDraggedOver(false);
      if (!event.dataTransfer || !latest.current(event.dataTransfer)) return;
      event.preventDefault();
      if (isFirst) event.stopImmediatePropagation();
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', onDragOver, { signal });
    window.addEventListener('dragleave', onDragLeave, { signal });
    window.addEventListener('drop', onDrop, { signal, capture: isFirst });
    return () => listening.abort();
  }, [isFirst]);
  return isDraggedOver;
}
