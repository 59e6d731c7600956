import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format';
import { useLanguage } from '#client/lib/use-language';
import type { Language } from '#shared/domain/localized';
import { amountsOf, type SettingsDraft } from '../model/settings-draft';

/** Formats a time in the event's time zone, as entered in its field. */
const localText = (local: string, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${local}Z`));

/**
 * Previews the texts that voters will read with the settings in the form, in the language of this
 * page.
 */
export function VotersPreview({ draft }: { draft: SettingsDraft }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const { name, nameFr, year, opensAt, closesAt, banner, organiser, refunds, contact } = draft;
  const prices = amountsOf(draft).map((amount) => formatMoney(amount, language));
  const either = new Intl.ListFormat(language, { type: 'disjunction' });
  const lines = [
    opensAt && t('checkout.voting.opensAt', { time: localText(opensAt, language) }),
    closesAt && t('checkout.voting.closesAt', { time: localText(closesAt, language) }),
    prices.length > 0 && t('settings.preview.price', { prices: either.format(prices) }),
    organiser[language],
    refunds[language],
    Object.values(contact).filter(Boolean).join(', '),
  ];
  return (
    <section
      aria-labelledby={id}
      className="public-theme flex flex-col gap-2 rounded-xl border border-surface-line bg-surface p-4 text-ivory text-sm"
    >
      <h2 id={id} className="font-semibold text-gold">
        {t('settings.preview.title')}
      </h2>
      {banner.text[language] && (
        <p className="wrap-anywhere rounded-lg bg-amber px-3 py-2 text-amber-ink">
          {banner.text[language]}
        </p>
      )}
      <p className="wrap-anywhere font-bold font-display text-lg leading-tight">
        {[(language === 'fr' && nameFr) || name, year].filter(Boolean).join(' ')}
      </p>
      {lines.map(
        (line, index) =>
          line && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position is the only identity of a line.
            <p key={index} className="wrap-anywhere whitespace-pre-line text-ivory-soft">
              {line}
            </p>
          ),
      )}
    </section>
  );
}
