import { type Msisdn, toMsisdn } from '#shared/domain/phone';
import { pick, type Random } from './random';

export interface DemoVoter {
  email: string;
  /** `237` and nine digits. */
  phoneNumber: Msisdn;
  locale: 'en' | 'fr';
  userAgent: string;
  ipAddress: string;
  /** True for a voter who prefers cards to mobile money. */
  paysByCard: boolean;
  /** Relative frequency of returning. */
  loyalty: number;
}

const NAMES = [
  'Aïcha Moussa',
  'Alain Mbida',
  'Albertine Nkoulou',
  'Amina Djibril',
  'Ange Moukala',
  'Anselme Tchoupo',
  'Armelle Essono',
  'Arnaud Kouam',
  'Beatrice Fon',
  'Bertrand Mpouho',
  'Blandine Loemba',
  'Boris Ndjock',
  'Brenda Achu',
  'Carine Bissila',
  'Cedric Makaya',
  'Chantal Zang',
  'Christelle Mengue',
  'Clovis Bekolo',
  'Corine Nguidjol',
  'Cynthia Tabe',
  'Daniel Ossima',
  'Delphine Mapangou',
  'Didier Kitoko',
  'Edith Wanko',
  'Elvis Ngu',
  'Emeline Bongo-Tsoumou',
  'Ernest Kemajou',
  'Eugenie Massala',
  'Fadimatou Bouba',
  'Fidele Nzaou',
  'Florence Ateba',
  'Franck Dikongue',
  'Gael Ndinga',
  'Georgette Mvele',
  'Gilles Nanfack',
  'Grace Ngwe',
  'Guy Mabiala',
  'Helene Yombi',
  'Herve Tsafack',
  'Idriss Haroun',
  'Ines Moundounga',
  'Isidore Ebongue',
  'Jacqueline Ilunga',
  'Jean-Paul Owona',
  'Jessica Manka',
  'Josiane Koumba',
  'Kevin Tanyi',
  'Laetitia Nsimba',
  'Landry Mouity',
  'Larissa Djeukam',
  'Laure Mbongo',
  'Leopold Ekani',
  'Lionel Samba',
  'Lucie Ndoumbe',
  'Marceline Obiang-Ella',
  'Marius Ngoma',
  'Martine Tchatchoua',
  'Melissa Ayuk',
  'Moïse Kalala',
  'Nadine Onguene',
  'Narcisse Ibara',
  'Noella Vagba',
  'Olivier Nkeng',
  'Oumarou Adamou',
  'Pascaline Etoa',
  'Patrick Mayala',
  'Raissa Nguimfack',
  'Rodolphe Bitsindou',
  'Sandrine Mebada',
  'Serge Youmbi',
  'Solange Kengne',
  'Yannick Bilong',
] as const;

/** Domains reserved for examples, so that no message ever reaches a person. */
const MAIL_DOMAINS = ['example.com', 'example.cm', 'example.org'] as const;

const BROWSERS = [
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 12; TECNO KI5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; U; Android 11; fr-fr; itel A60s) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/94.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
] as const;

export function demoVoters(random: Random): DemoVoter[] {
  return NAMES.map((name, index) => ({
    email: `${name
      .normalize('NFD')
      .replaceAll(/\p{Diacritic}/gu, '')
      .toLowerCase()
      .replaceAll(' ', '.')}@${pick(MAIL_DOMAINS, random)}`,
    // 641 to 649 look like mobile numbers and have never been assigned to an operator.
    phoneNumber: toMsisdn(
      `64${1 + (index % 9)}${String(100_000 + Math.floor(random() * 900_000))}`,
    ),
    locale: random() < 0.68 ? 'fr' : 'en',
    userAgent: pick(BROWSERS, random),
    // A block reserved for documentation; thousands of real voters share one carrier address.
    ipAddress: `203.0.113.${10 + Math.floor(random() * 24)}`,
    paysByCard: random() < 0.3,
    loyalty: 0.25 + random() ** 3 * 4,
  }));
}
