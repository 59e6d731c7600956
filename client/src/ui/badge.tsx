import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn';

const badge = cva(
  'inline-flex max-w-full items-center gap-1.5 rounded-full px-3 py-1 font-semibold text-xs leading-snug [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        quiet: 'border border-surface-line bg-surface-high text-ivory-soft',
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
  <span className={cn(badge({ variant }), className)} {...span} />
);
