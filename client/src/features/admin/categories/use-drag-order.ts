import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/** Drag threshold in pixels: a press that moves less is a click. */
const DRAG_THRESHOLD_PX = 5;

/** Returns the index of the item under the pointer; -1 when there is none. */
const placeAt = (list: Element, { clientX, clientY }: PointerEvent): number =>
  [...list.children].findIndex((item) => {
    const { left, right, top, bottom } = item.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  });

export const movedTo = (ids: readonly string[], id: string, place: number): string[] => {
  const others = ids.filter((other) => other !== id);
  others.splice(Math.max(0, place), 0, id);
  return others;
};

/**
 * Moves an item of a list by its handle, with mouse, pen or finger. The list previews the new
 * order; Escape restores the old one.
 * @param ids in the order of the list
 */
export function useDragOrder(ids: readonly string[], onDrop: (id: string, ids: string[]) => void) {
  const [dragged, setDragged] = useState<{ id: string; ids: readonly string[] } | null>(null);
  const [hasDragged, setHasDragged] = useState(false);
  const listeners = useRef(new AbortController());
  useEffect(() => () => listeners.current.abort(), []);

  // The window listens: an item that moves in the document loses its captured pointer.
  const start = (id: string, press: ReactPointerEvent) => {
    const list = press.currentTarget.closest('ol');
    if (press.button !== 0 || !press.isPrimary || !list) return;
    const { clientX, clientY } = press;
    let order: readonly string[] | null = null;
    listeners.current = new AbortController();
    const { signal } = listeners.current;
    const end = (isDropped: boolean) => {
      listeners.current.abort();
      setDragged(null);
      if (isDropped && order?.some((movedId, index) => movedId !== ids[index]))
        onDrop(id, [...order]);
    };
    const move = (event: PointerEvent) => {
      const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY);
      if (!order && distance < DRAG_THRESHOLD_PX) return;
      const before = order ?? ids;
      const index = placeAt(list, event);
      const hasMoved = index !== -1 && index !== before.indexOf(id);
      if (order && !hasMoved) return;
      order = hasMoved ? movedTo(before, id, index) : before;
      setHasDragged(true);
      setDragged({ id, ids: order });
    };
    const pressKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end(false);
    };
    setHasDragged(false);
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keydown', pressKey, { signal });
  };

  return {
    ids: dragged?.ids ?? ids,
    draggedId: dragged?.id ?? null,
    start,
    /** True when the click that follows a press belongs to a drag. */
    hasDragged,
  };
}
