import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

/** From the sums to the payments they are made of. */
export function TrackingLink() {
  const { t } = useTranslation();
  return (
    <Link
      href="/admin/voter-tracking"
      className="group flex items-center justify-between gap-4 rounded-xl border border-stage-line bg-stage-raised p-4 hover:border-gold"
    >
      <span>
        <span className="block font-bold text-lg">{t('common.voterTracking')}</span>
        <span className="text-ivory-muted">{t('admin.analytics.trackingHint')}</span>
      </span>
      <ArrowRight aria-hidden className="size-5 shrink-0 text-gold" />
    </Link>
  );
}
