import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { publicConfigQuery } from '#client/lib/api/public-config';
import { useLanguage } from '#client/lib/use-language';

/** The organiser's current announcement, above every page. */
export function Announcement() {
  const language = useLanguage();
  const text = useQuery(publicConfigQuery).data?.banner?.[language];
  if (!text) return null;
  return (
    <aside className="border-gold/40 border-b bg-gold/10">
      <p
        role="status"
        className="mx-auto flex max-w-page items-start gap-2.5 px-4 py-2.5 font-semibold text-sm sm:px-6"
      >
        <Megaphone aria-hidden className="mt-0.5 size-4 shrink-0 text-gold" />
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </p>
    </aside>
  );
}
