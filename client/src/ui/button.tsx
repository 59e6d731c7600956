import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { Children, type ComponentProps, cloneElement, type ReactElement } from 'react';
import { Spinner } from './spinner';

const BASE = [
  'base:inline-flex base:min-h-touch base:min-w-touch max-w-full items-center justify-center gap-2 base:rounded-[1.75rem] base:dense:rounded-lg text-center font-semibold',
  'transition-[background-color,border-color,transform] duration-150 active:[transform:scale(0.98)]',
  'disabled:pointer-events-none disabled:opacity-55 [&_svg]:shrink-0',
];
const VARIANT = {
  gold: 'forced-colors:border bg-gold text-gold-ink hover:bg-gold-bright',
  outline:
    'border base:border-surface-edge bg-surface-raised base:text-ivory hover:border-ivory-muted hover:bg-surface-high',
  ghost: 'base:text-ivory base:hover:bg-surface-high',
  danger: 'forced-colors:border bg-alert-deep text-alert-ink hover:bg-alert-deep/80',
};
const SIZE = {
  sm: 'base:px-[min(1rem,5vw)] base:py-1.5 base:text-sm base:dense:px-3',
  md: 'base:px-[min(1.25rem,5vw)] base:py-1.5 base:text-base base:dense:px-4 base:dense:text-sm',
  lg: 'min-h-14 base:px-[min(1.75rem,5vw)] base:py-3.5 base:text-lg',
  icon: 'base:size-(--control) p-0',
};

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof VARIANT;
  size?: keyof typeof SIZE;
  /** Applies the styles to the only child, for example a link. */
  asChild?: boolean;
  /** Shows a spinner and ignores presses until the work is done. */
  isBusy?: boolean;
}

export function Button({
  variant = 'gold',
  size = 'md',
  asChild = false,
  isBusy = false,
  disabled = false,
  type = 'button',
  className,
  children,
  ...rest
}: ButtonProps) {
  const classes = clsx(BASE, VARIANT[variant], SIZE[size], className);
  // A button that shows only an icon has its name as a tooltip.
  const tip = { 'data-tooltip': size === 'icon' ? rest['aria-label'] : undefined };
  if (asChild) {
    const child = Children.only(children) as ReactElement<ComponentProps<'a'>>;
    const className = clsx(classes, child.props.className);
    return cloneElement(child, { ...tip, ...(rest as object), className });
  }
  return (
    <button
      type={type}
      className={classes}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      {...tip}
      {...rest}
    >
      {isBusy && <Spinner className="size-5" />}
      {children}
    </button>
  );
}

interface IconButtonProps
  extends Omit<ButtonProps, 'size' | 'asChild' | 'aria-label' | 'children'> {
  icon: LucideIcon;
  /** The accessible name, also shown in the tooltip. */
  label: string;
  isLarge?: boolean;
}

export const IconButton = ({ icon: Icon, label, isLarge = false, ...button }: IconButtonProps) => (
  <Button variant="ghost" size="icon" aria-label={label} {...button}>
    {!button.isBusy && <Icon aria-hidden className={isLarge ? 'size-6' : 'size-5'} />}
  </Button>
);
