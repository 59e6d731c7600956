import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const BASE =
  'inline-flex max-w-full items-center gap-1.5 rounded-full base:px-3 base:py-1 font-semibold base:text-xs leading-snug [&_svg]:size-3.5 [&_svg]:shrink-0';
const VARIANT = {
  quiet: 'border border-surface-line base:bg-surface-high base:text-ivory-soft',
  gold: 'bg-gold text-gold-ink',
  amber: 'bg-amber text-amber-ink',
};

interface BadgeProps extends ComponentProps<'span'> {
  variant?: keyof typeof VARIANT;
}

export const Badge = ({ variant = 'quiet', className, ...span }: BadgeProps) => (
  <span className={clsx(BASE, VARIANT[variant], className)} {...span} />
);
