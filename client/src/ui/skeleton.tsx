import { clsx } from 'clsx';

/** Placeholder for loading content; its class sets the size of that content. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={clsx('animate-pulse base:rounded-lg bg-surface-high', className)} />
);
