import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#client/ui/button';

interface PopoverPanelProps {
  label: string;
  icon: ReactNode;
  children: ReactNode;
}

/**
 * A button with a panel below it, which closes on Escape, on a press elsewhere, or when the focus
 * leaves it. On a phone the button's label is only for screen readers. The panel is aligned with
 * the end of the nearest positioned ancestor, so that it never leaves the screen.
 */
export function PopoverPanel({ label, icon, children }: PopoverPanelProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const closeFor = (target: EventTarget | null) => {
    if (details.current && target instanceof Node && !details.current.contains(target)) {
      details.current.open = false;
    }
  };
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => closeFor(target);
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  });
  return (
    <details
      ref={details}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return;
        currentTarget.open = false;
        currentTarget.querySelector('summary')?.focus();
      }}
      onBlur={({ relatedTarget }) => closeFor(relatedTarget)}
    >
      <Button asChild variant="outline" size="sm">
        <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
          {icon}
          <span className="max-md:sr-only">{label}</span>
        </summary>
      </Button>
      <div className="absolute right-0 z-20 mt-1 flex max-h-[calc(70*var(--dvh))] w-max max-w-[calc(100vw-1.5rem)] flex-col gap-1 overflow-y-auto rounded-xl border border-surface-line bg-surface-raised p-3 shadow-lg max-md:right-3">
        {children}
      </div>
    </details>
  );
}
