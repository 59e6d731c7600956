import type { Correction } from '#shared/contracts/books';
import type { Language } from '#shared/domain/localized';

interface ReportTexts {
  title: string;
  edition: string;
  wholeEdition: string;
  closedBy: string;
  madeAt: string;
  totals: string;
  provider: string;
  figures: Record<Correction['figure'], string>;
  fees: string;
  noFees: string;
  votesByCategory: string;
  category: string;
  open: string;
  pending: string;
  flagged: string;
  differences: string;
  notCompared: string;
  corrections: string;
  noCorrections: string;
  closed: string;
  now: string;
  columns: { section: string; about: string; currency: string; figure: string; value: string };
  page: string;
}

/** Texts of the reports, which accountants file. */
export const REPORT_TEXTS: Record<Language, ReportTexts> = {
  en: {
    title: 'Books',
    edition: 'Edition',
    wholeEdition: 'Whole edition',
    closedBy: 'Closed by',
    madeAt: 'Report created',
    totals: 'Totals by provider and currency',
    provider: 'Provider',
    figures: {
      payments: 'Payments',
      taken: 'Taken',
      refunded: 'Refunded',
      disputed: 'Lost in disputes',
      partlyReturned: 'Partly refunded',
      votes: 'Votes',
      asked: 'Price of the votes',
      difference: 'Difference',
      fee: 'Fees',
      net: 'Net',
    },
    fees: 'Fees, as shown in the providers’ lists',
    noFees: 'No compared list shows any.',
    votesByCategory: 'Votes by category',
    category: 'Category',
    open: 'Open cases at closing',
    pending: 'Payments in progress',
    flagged: 'Payments that need review',
    differences: 'Open differences with providers’ lists',
    notCompared: 'Days of a provider that were not compared',
    corrections: 'Corrections since closing',
    noCorrections: 'None.',
    closed: 'Closed',
    now: 'Now',
    columns: {
      section: 'Section',
      about: 'About',
      currency: 'Currency',
      figure: 'Figure',
      value: 'Value',
    },
    page: 'Page',
  },
  fr: {
    title: 'Comptes',
    edition: 'Édition',
    wholeEdition: 'Toute l’édition',
    closedBy: 'Clôturé par',
    madeAt: 'Rapport établi',
    totals: 'Totaux par prestataire et devise',
    provider: 'Prestataire',
    figures: {
      payments: 'Paiements',
      taken: 'Encaissé',
      refunded: 'Remboursé',
      disputed: 'Perdu en litige',
      partlyReturned: 'Remboursé en partie',
      votes: 'Votes',
      asked: 'Prix des votes',
      difference: 'Différence',
      fee: 'Frais',
      net: 'Net',
    },
    fees: 'Frais, selon les listes des prestataires',
    noFees: 'Aucune liste comparée n’en indique.',
    votesByCategory: 'Votes par catégorie',
    category: 'Catégorie',
    open: 'Cas ouverts à la clôture',
    pending: 'Paiements en cours',
    flagged: 'Paiements à examiner',
    differences: 'Différences ouvertes avec les listes des prestataires',
    notCompared: 'Jours d’un prestataire qui n’ont pas été comparés',
    corrections: 'Corrections depuis la clôture',
    noCorrections: 'Aucune.',
    closed: 'Clôturé',
    now: 'Maintenant',
    columns: {
      section: 'Section',
      about: 'Objet',
      currency: 'Devise',
      figure: 'Donnée',
      value: 'Valeur',
    },
    page: 'Page',
  },
};
