import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type site from '#client/locales/en';
import type admin from '#client/locales/en/admin-area';
import type count from '#client/locales/en/count-area';
import type pages from '#client/locales/en/pages-area';
import type payment from '#client/locales/en/payment-area';
import type receipts from '#client/locales/en/receipts-area';
import type screen from '#client/locales/en/screen-area';
import type signIn from '#client/locales/en/sign-in-area';
import type { Language } from '#shared/domain/localized';

export type Texts = typeof site &
  typeof pages &
  typeof payment &
  typeof receipts &
  typeof count &
  typeof admin &
  typeof screen &
  typeof signIn;

const LOCALES = join(import.meta.dirname, '..', '..', '..', 'client', 'src', 'locales');

/** The texts of a language, from the same files as the screens. */
export function textsOf(language: Language): Texts {
  const folder = join(LOCALES, language);
  const areas = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]);
  return Object.fromEntries(areas);
}

/** Fills in placeholders like i18next. */
export const fillIn = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, name: string) => String(values[name]));

/** Matches a text that contains a time, with any time. */
export const withAnyTime = (text: string): RegExp =>
  new RegExp(
    text
      .split('{{time}}')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*\\d\\d.*'),
  );

/** Matches a text that contains numbers, with any numbers in the format of either language. */
export const withAnyNumbers = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{\{\w+, number\}\}/)
      // In the accessibility tree, the no-break spaces of French are ordinary spaces.
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s'))
      .join('[\\d,\\s]+'),
  );
