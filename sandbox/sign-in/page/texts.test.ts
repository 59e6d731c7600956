import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { leaveScript } from '../routes';
import { renderAccounts, renderLeaving, renderProblem } from './html';
import { texts } from './texts';

const pairs = Object.entries(texts.en).map(
  ([key, english]) =>
    [key, english, Object.entries(texts.fr).find(([k]) => k === key)?.[1]] as const,
);

describe('the texts of the sign-in', () => {
  test.each(pairs)('%s is said in both languages', (_key, english, french) => {
    expect(english.trim()).not.toBe('');
    expect(french?.trim()).not.toBe('');
    expect(french?.includes('{code}')).toBe(english.includes('{code}'));
  });

  test.each(pairs)('%s keeps French punctuation on its line', (_key, _english, french) => {
    expect(french).not.toMatch(/ [:?!;»]|« |'/);
  });
});

describe('the pages of the sign-in', () => {
  const base = '/sandbox/oidc';

  test.each(['en', 'fr'] as const)('have nothing inline in %s', (language) => {
    const pages = [
      renderAccounts({ base, language, brand: 'Awards & more', uid: 'a"b' }),
      renderLeaving({ base, language, form: '<form id="op.logoutForm"></form>' }),
      renderProblem({ base, language, code: '<script>' }),
      renderProblem({ base, language, code: null }),
    ];
    for (const page of pages) {
      expect(page).toContain(`<html lang="${language}">`);
      expect(page).not.toMatch(/ style=| on\w+=|<style|<script(?![^>]* src=)/);
    }
    expect(pages[0]).toContain('Awards &amp; more');
    expect(pages[0]).not.toContain('a"b');
  });

  test('leave by a script that parses', () => {
    expect(() => new Script(leaveScript)).not.toThrow();
  });
});
