import { cn } from '../../../lib/cn';
import { CopyButton } from './copy-button';

interface CopyableProps {
  label: string;
  value: string;
  className?: string;
}

/** A value that can be copied; wraps anywhere, because addresses have no spaces. */
export const Copyable = ({ label, value, className }: CopyableProps) => (
  <span className={cn('flex min-w-0 items-center', className)}>
    <span className="min-w-0 wrap-anywhere">{value}</span>
    <CopyButton label={label} value={value} />
  </span>
);
