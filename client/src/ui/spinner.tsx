import { LoaderCircle } from 'lucide-react';
import { cn } from '../lib/cn';

interface SpinnerProps {
  /** Read out as a status; without it the spinner is decoration beside a text that says the same. */
  label?: string;
  className?: string;
}

export function Spinner({ label, className }: SpinnerProps) {
  const ring = <LoaderCircle aria-hidden className={cn('size-6 animate-spin', className)} />;
  if (label === undefined) return ring;
  return (
    <span role="status">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  );
}
