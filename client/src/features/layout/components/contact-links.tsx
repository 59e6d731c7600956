import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { publicConfigQuery } from '#client/lib/api/public-config';

/** The organiser's contact; renders nothing when there is none. */
export function ContactLinks({ className }: { className?: string }) {
  const { t } = useTranslation();
  const contact = useQuery(publicConfigQuery).data?.contact;
  const links = [
    ['email', contact?.email, `mailto:${contact?.email}`],
    ['phone', contact?.phone, `tel:${digitsOf(contact?.phone)}`],
    [
      'whatsapp',
      contact?.whatsapp,
      `https://wa.me/${digitsOf(contact?.whatsapp).replace('+', '')}`,
    ],
  ] as const;
  const shownLinks = links.filter(([, text]) => text);
  if (shownLinks.length === 0) return null;
  return (
    <ul aria-label={t('common.contact.label')} className={className}>
      {shownLinks.map(([kind, text, address]) => (
        <li key={kind}>
          <a
            href={address}
            className="inline-flex min-h-touch items-center gap-1.5 wrap-anywhere font-semibold text-gold underline underline-offset-4 hover:text-gold-bright"
          >
            {kind === 'whatsapp' ? t('common.contact.whatsapp', { number: text }) : text}
          </a>
        </li>
      ))}
    </ul>
  );
}

const digitsOf = (number: string | null | undefined) => (number ?? '').replace(/[^\d+]/g, '');
