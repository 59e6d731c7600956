import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { describeTexts } from '#tests/support/texts';
import { renderChallengePage, renderClosedChallenge } from './challenge-page';
import { stripeScript } from './script';
import { texts } from './texts';

describeTexts('the card form', texts);

describe('the script', () => {
  test('has no syntax errors', () => {
    expect(() => new Script(stripeScript)).not.toThrow();
  });

  test('uses only texts that exist', () => {
    const keys = [...stripeScript.matchAll(/text\(language, '([\w.-]+)'/g)].map(
      (found) => found[1],
    );
    expect(keys.length).toBeGreaterThan(10);
    expect(Object.keys(texts.en)).toEqual(expect.arrayContaining(keys));
  });

  test('uses nothing that a content security policy forbids', () => {
    expect(stripeScript).not.toMatch(/\beval\(|new Function|https?:\/\//);
  });
});

describe('the bank’s page', () => {
  test.each(['en', 'fr'] as const)(
    'has nothing inline and escapes all values in %s',
    (language) => {
      const page = renderChallengePage({
        language,
        base: '/sandbox/stripe',
        attempt: '"><b>',
        amount: '$1 & more',
        last4: '3063',
      });
      expect(page).toContain(`<html lang="${language}">`);
      expect(page).toContain('$1 &amp; more');
      expect(page).not.toContain('<b>');
      for (const html of [page, renderClosedChallenge(language, '/sandbox/stripe')]) {
        expect(html).not.toMatch(/ style=| on\w+=|<style|<script/);
      }
    },
  );
});
