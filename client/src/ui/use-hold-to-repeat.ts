import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react';
import { type HeldRepeat, startRepeating } from './held-repeat';

/**
 * Handlers for a button that repeats its action while held down; a click, also from the keyboard,
 * acts once. `onPress` returns true while there is more to do: at the end of a range the repetition
 * stops.
 */
export function useHoldToRepeat(onPress: () => boolean) {
  const latestPress = useRef(onPress);
  const held = useRef<HeldRepeat | null>(null);
  useEffect(() => {
    latestPress.current = onPress;
  });
  useEffect(() => () => held.current?.stop(), []);

  const release = () => held.current?.stop();
  return {
    onPointerDown: ({ button }: PointerEvent) => {
      release();
      held.current = button === 0 ? startRepeating(() => latestPress.current()) : null;
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onBlur: release,
    // On a phone a long press would open a menu.
    onContextMenu: (event: SyntheticEvent) => event.preventDefault(),
    onClick: () => {
      // The click that ends a hold does not act again.
      if (!held.current?.hasRepeated()) onPress();
      held.current = null;
    },
  };
}
