import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { renderPhonePage } from './html';
import { phoneScript } from './script';
import { texts } from './texts';

const pairs = Object.entries(texts.en).map(
  ([key, english]) =>
    [key, english, Object.entries(texts.fr).find(([k]) => k === key)?.[1]] as const,
);
const gapsOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe('the texts of the phone page', () => {
  test('have the same keys in both languages', () => {
    expect(Object.keys(texts.fr).sort()).toEqual(Object.keys(texts.en).sort());
  });

  test.each(pairs)('%s is said in both languages, with the same gaps', (_key, english, french) => {
    expect(english.trim()).not.toBe('');
    expect(french?.trim()).not.toBe('');
    expect(gapsOf(french ?? '')).toEqual(gapsOf(english));
  });

  test.each(pairs)('%s keeps French punctuation on its line', (_key, _english, french) => {
    expect(french).not.toMatch(/ [:?!;»]|« |'/);
  });
});

describe('the phone page', () => {
  test('runs a script that parses', () => {
    expect(() => new Script(phoneScript)).not.toThrow();
  });

  test.each(['en', 'fr'] as const)('has nothing inline in %s', (language) => {
    const page = renderPhonePage({ base: '/sandbox/phone', language, brand: 'Awards & more' });
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain('Awards &amp; more');
    expect(page).not.toMatch(/ style=| on\w+=|<style|<script(?![^>]* src=)/);
  });

  test('asks its script only for elements and texts that exist', () => {
    const page = renderPhonePage({ base: '/sandbox/phone', language: 'en', brand: '' });
    const ids = [...phoneScript.matchAll(/byId\('([\w-]+)'\)/g)].map((match) => match[1]);
    for (const id of ids) expect(page).toContain(`id="${id}"`);
    const keys = [...phoneScript.matchAll(/text\('([\w.-]+)'[,)]/g)].map((match) => match[1]);
    expect(Object.keys(texts.en)).toEqual(expect.arrayContaining(keys));
  });
});
