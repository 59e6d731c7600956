import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format';
import { largestPicture } from '#client/lib/picture-address';
import { useEvent, useMoneyNotice } from '#client/lib/use-event';
import { useLanguage } from '#client/lib/use-language';
import type { Receipt } from '#shared/contracts/receipts';
import { localized } from '#shared/domain/localized';
import { receiptFileName } from './model/receipt-file-name';
import type { ReceiptPictureTexts } from './model/receipt-layout';

function useReceiptTexts({ artist, payment, votesByCategory }: Receipt): ReceiptPictureTexts {
  const { t } = useTranslation();
  const language = useLanguage();
  const event = useEvent();
  const isTest = useMoneyNotice() !== null;
  return {
    eventTitle: [event.name, event.year].filter(Boolean).join(' '),
    intro: t(isTest ? 'receipts.card.onlyATest' : 'receipts.card.iVoted'),
    artistName: artist.name,
    totalVotes: formatNumber(payment.totalVotes, language),
    votesWord: t('receipts.card.votes', { count: payment.totalVotes }),
    votesByCategory: votesByCategory.map(({ categoryName, categoryNameFr, voteCount }) => ({
      name: localized(language, categoryName, categoryNameFr),
      votes: formatNumber(voteCount, language),
    })),
    code: `#${payment.receiptCode}`,
    entry: payment.entry === null ? null : t('receipts.card.entry', { entry: payment.entry + 1 }),
  };
}

/**
 * The receipt as a picture file. Drawn ahead of the press: a browser opens its share sheet only
 * right after one, and a slow phone needs its time.
 */
export function useReceiptPicture(receipt: Receipt) {
  const texts = useReceiptTexts(receipt);
  const photoUrls = largestPicture(receipt.artist.photoUrl);
  const { data, refetch } = useQuery({
    queryKey: ['receipt-picture', texts, photoUrls],
    gcTime: 0, // a picture of some megabytes
    queryFn: async () => {
      const { drawReceiptPicture } = await import('./model/receipt-picture');
      const picture = await drawReceiptPicture(texts, photoUrls);
      const name = receiptFileName(texts.eventTitle, receipt.payment.receiptCode);
      return new File([picture], name, { type: picture.type });
    },
  });

  /** The file, drawn again where that failed before; null where it fails still. */
  const getPicture = async (): Promise<File | null> => data ?? (await refetch()).data ?? null;
  return getPicture;
}
