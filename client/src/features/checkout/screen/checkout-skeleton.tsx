import { Skeleton } from '#client/ui/skeleton';

/** Holds the place of ballot and form until it is known whether voting is open. */
export const CheckoutSkeleton = () => (
  <div className="flex flex-col gap-6">
    <Skeleton className="h-72 rounded-card" />
    <Skeleton className="h-112 rounded-card" />
  </div>
);
