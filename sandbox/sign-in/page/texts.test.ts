import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { describeTexts } from '#tests/support/texts';
import { leaveScript } from '../routes';
import { renderAccounts, renderLeaving, renderProblem } from './html';
import { texts } from './texts';

describeTexts('the sign-in', texts);

describe('the pages of the sign-in', () => {
  const base = '/sandbox/oidc';

  test.each(['en', 'fr'] as const)('have nothing inline in %s', (language) => {
    const pages = [
      renderAccounts({
        base,
        language,
        brand: 'Awards & more',
        uid: 'a"b',
        asksSecondFactor: true,
      }),
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

  test('submit the sign-out with a script without syntax errors', () => {
    expect(() => new Script(leaveScript)).not.toThrow();
  });
});
