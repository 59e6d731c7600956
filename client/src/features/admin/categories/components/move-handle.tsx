import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#client/ui/button';

/** Steps by key; cards are side by side too, so left and right work as well. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export interface MoveHandleProps {
  name: string;
  /**
   * True to show the buttons for single steps, for administrators who can neither drag nor use the
   * keys.
   */
  isOpen: boolean;
  onToggle: () => void;
  onPress: (event: PointerEvent) => void;
  /** Called with the number of positions to move down, negative for up. */
  onMove: (by: number) => void;
  /** True for a click that only ends a drag. */
  isAfterDrag: boolean;
}

/** Can be dragged, moved with the arrow keys, or pressed to show two buttons. */
export function MoveHandle(props: MoveHandleProps) {
  const { name, isOpen, onToggle, onPress, onMove, isAfterDrag } = props;
  const { t } = useTranslation();
  const pressKey = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <div className="flex shrink-0 flex-col">
      <IconButton
        icon={GripVertical}
        label={t('admin.categories.move.handle', { name })}
        aria-description={t('admin.categories.move.hint')}
        aria-expanded={isOpen}
        className="cursor-grab touch-none text-ivory-muted"
        onPointerDown={onPress}
        onKeyDown={pressKey}
        onClick={({ detail }) => {
          // A click from the keyboard has a detail of 0.
          if (detail === 0 || !isAfterDrag) onToggle();
        }}
      />
      {isOpen && (
        <>
          <IconButton
            icon={ArrowUp}
            label={t('admin.categories.move.up', { name })}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label={t('admin.categories.move.down', { name })}
            onClick={() => onMove(1)}
          />
        </>
      )}
    </div>
  );
}
