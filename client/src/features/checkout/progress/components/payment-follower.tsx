import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import { addTexts } from '#client/lib/i18n';
import { hasOpenPayment, onOpenPaymentChange } from '../../model/open-payment-keys';

let FollowedPayment: ComponentType | null = null;

async function importFollowedPayment(): Promise<ComponentType> {
  const [module] = await Promise.all([
    importOrReload(() => import('./followed-payment')),
    addTexts('payment'),
  ]);
  FollowedPayment = module.FollowedPayment;
  return FollowedPayment;
}

/**
 * Follows the payment of this browser on every page. Its code is not part of the first load: few
 * visits begin with a payment in progress, and the checkout loads it anyway.
 */
export function PaymentFollower() {
  const [path] = useLocation();
  const [Followed, setFollowed] = useState<ComponentType | null>(() => FollowedPayment);
  const hasPayment = useSyncExternalStore(onOpenPaymentChange, hasOpenPayment, () => false);
  // After a failed load the code is requested again on the next page.
  const [failedOn, setFailedOn] = useState<string | null>(null);
  const isNeeded = Followed === null && path !== failedOn && (hasPayment || path === '/checkout');

  useEffect(() => {
    if (!isNeeded) return;
    importFollowedPayment().then(
      (followed) => setFollowed(() => followed),
      () => setFailedOn(path),
    );
  }, [isNeeded, path]);

  return Followed && <Followed />;
}
