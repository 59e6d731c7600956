import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { tooltipDelay } from './tooltip-delay';

interface Tooltip {
  text: string;
  target: Element;
}

const MARGIN_PX = 8;

const tooltipOf = (event: Event): Tooltip | null => {
  const target = event.target instanceof Element ? event.target.closest('[data-tooltip]') : null;
  const text = target?.getAttribute('data-tooltip');
  return target && text ? { text, target } : null;
};

/**
 * The only tooltip of the page: shows the `data-tooltip` of the element that is hovered or has the
 * keyboard focus. It repeats the element's accessible name, so it is hidden from screen readers.
 */
export function Tooltips() {
  const tooltip = useTooltip();
  const bubble = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (tooltip && bubble.current)
      positionBubble(bubble.current, tooltip.target.getBoundingClientRect());
  }, [tooltip]);

  return (
    tooltip && (
      <div
        ref={bubble}
        aria-hidden
        className="pointer-events-none fixed top-0 left-0 z-70 max-w-64 rounded-lg bg-ivory px-3 py-1.5 font-semibold text-sm text-surface shadow-xl print:hidden"
      >
        {tooltip.text}
      </div>
    )
  );
}

/**
 * Positions the bubble above the target, or below where there is no space, and always inside the
 * window.
 */
function positionBubble(bubble: HTMLElement, target: DOMRect): void {
  const { width, height } = bubble.getBoundingClientRect();
  const roomAbove = target.top - height - MARGIN_PX;
  const top = roomAbove >= MARGIN_PX ? roomAbove : target.bottom + MARGIN_PX;
  const centred = target.left + (target.width - width) / 2;
  const left = Math.min(Math.max(centred, MARGIN_PX), window.innerWidth - width - MARGIN_PX);
  bubble.style.transform = `translate(${left}px, ${top}px)`;
}

function useTooltip(): Tooltip | null {
  const [tooltip, setTooltip] = useState<Tooltip | null>(null);

  useEffect(() => {
    let awaited: Element | null = null;
    let isOpen = false;
    let closedAt = Number.NEGATIVE_INFINITY;
    let timer = 0;

    const close = () => {
      clearTimeout(timer);
      if (isOpen) closedAt = performance.now();
      awaited = null;
      isOpen = false;
      setTooltip(null);
    };
    const open = (next: Tooltip) => {
      isOpen = true;
      setTooltip(next);
    };
    const openLater = (event: Event) => {
      const next = tooltipOf(event);
      if (next?.target === awaited) return;
      const sinceLastShownMs = isOpen ? 0 : performance.now() - closedAt;
      close();
      if (!next) return;
      awaited = next.target;
      timer = window.setTimeout(() => open(next), tooltipDelay(sinceLastShownMs));
    };
    const focus = (event: Event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) {
        openLater(event);
      }
    };
    /** The bubble does not scroll with the page; a pending one is positioned when it opens. */
    const closeOpen = () => {
      if (isOpen) close();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };

    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    document.addEventListener('pointerover', openLater, options);
    document.addEventListener('focusin', focus, options);
    document.addEventListener('focusout', close, options);
    document.addEventListener('pointerdown', close, options);
    document.addEventListener('keydown', closeOnEscape, options);
    window.addEventListener('scroll', closeOpen, { ...options, capture: true });
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, []);

  return tooltip;
}
