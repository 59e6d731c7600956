import { clsx } from 'clsx';

interface ProgressBarProps {
  /** Progress from 0 to 1. */
  value: number;
  /** Accessible name; not shown. */
  label: string;
  className?: string;
}

export function ProgressBar({ value, label, className }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={clsx('h-2 w-full overflow-hidden rounded-full bg-surface-line', className)}
    >
      <div
        className="h-full origin-left rounded-full bg-gold transition-transform duration-500 ease-linear"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
