import { cva, type VariantProps } from 'class-variance-authority';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const badge = cva(
  'inline-flex max-w-full items-center gap-1.5 rounded-full base:px-3 base:py-1 font-semibold base:text-xs leading-snug [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        quiet: 'border border-surface-line base:bg-surface-high base:text-ivory-soft',
        gold: 'bg-gold text-gold-ink',
        amber: 'bg-amber text-amber-ink',
      },
    },
    defaultVariants: { variant: 'quiet' },
  },
);

export const Badge = ({
  variant,
  className,
  ...span
}: ComponentProps<'span'> & VariantProps<typeof badge>) => (
  <span className={clsx(badge({ variant }), className)} {...span} />
);
