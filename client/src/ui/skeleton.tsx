import { clsx } from 'clsx';

/** Holds the place of what is loading; its size comes from the class, and is that of the content. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={clsx('animate-pulse base:rounded-lg bg-surface-high', className)} />
);
