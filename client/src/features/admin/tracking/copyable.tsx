import { cn } from '#client/lib/cn';
import { CopyButton } from './copy-button';

interface CopyableProps {
  label: string;
  value: string;
  className?: string;
}

/** A value that can be copied; wraps behind an @, and anywhere if it must: there are no spaces. */
export function Copyable({ label, value, className }: CopyableProps) {
  const [mailbox = '', ...rest] = value.split(/(?<=@)/);
  return (
    <span className={cn('flex min-w-0 items-center', className)}>
      <span className="min-w-0 wrap-anywhere">
        {mailbox}
        {rest.length > 0 && <wbr />}
        {rest}
      </span>
      <CopyButton label={label} value={value} />
    </span>
  );
}
