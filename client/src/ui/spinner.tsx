import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';

interface SpinnerProps {
  /**
   * Announced as a status; without it the spinner is decoration beside a text with the same
   * meaning.
   */
  label?: string;
  className?: string;
}

export function Spinner({ label, className }: SpinnerProps) {
  const ring = <LoaderCircle aria-hidden className={clsx('base:size-6 animate-spin', className)} />;
  if (label === undefined) return ring;
  return (
    <span role="status">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  );
}
