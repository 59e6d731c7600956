import type { ReactNode } from 'react';

interface ChoiceCardProps {
  /** Name of the group of radio buttons. */
  name: string;
  value: string;
  isChosen: boolean;
  onChoose: () => void;
  className?: string;
  children: ReactNode;
}

/** A native radio button under a drawn card: arrow keys and screen readers work as usual. */
export const ChoiceCard = ({
  name,
  value,
  isChosen,
  onChoose,
  className = '',
  children,
}: ChoiceCardProps) => (
  <label className={`relative isolate flex min-h-touch cursor-pointer ${className}`}>
    <input
      type="radio"
      name={name}
      value={value}
      checked={isChosen}
      onChange={onChoose}
      className="peer absolute inset-0 size-full cursor-[inherit] opacity-0"
    />
    <span
      aria-hidden
      className="absolute inset-0 -z-10 rounded-[inherit] border border-surface-line transition-colors peer-checked:border-gold peer-checked:bg-surface-high peer-focus-visible:outline-2 peer-focus-visible:outline-gold-bright peer-focus-visible:outline-offset-2"
    />
    {children}
  </label>
);
