import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { describeTexts } from '#tests/support/texts';
import type { Message, Prompt } from '../phone';
import { renderPhonePage } from './html';
import { phoneScript } from './script';
import { texts } from './texts';

describeTexts('the phone page', texts);

const prompt: Prompt = {
  id: 'campay-1"',
  provider: 'campay',
  reference: '1',
  number: '237677123456',
  operator: 'MTN',
  merchant: 'Awards <b>& more',
  amount: 200,
  currency: 'XAF',
  openedAt: 0,
  expiresAt: 300_000,
};
const message: Message = { ...prompt, id: 'paid-1', kind: 'paid', operatorReference: '42', at: 1 };
const page = {
  base: '/sandbox/phone',
  language: 'en',
  brand: 'Awards & more',
  query: { number: '237677123456' },
  prompts: [prompt, { ...prompt, id: 'campay-2' }],
  messages: [message],
  testNumbers: [{ number: '237670000000', isPaying: true }],
} as const;

describe('the phone page', () => {
  test('has a script without syntax errors', () => {
    expect(() => new Script(phoneScript)).not.toThrow();
  });

  test.each(['en', 'fr'] as const)(
    'has nothing inline and escapes everything it shows in %s',
    (language) => {
      const html = renderPhonePage({ ...page, language });
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain('Awards &amp; more');
      expect(html).toContain('Awards &lt;b&gt;&amp; more');
      expect(html).not.toMatch(/ style=| on\w+=|<style|<script(?![^>]* src=)|<b>/);
      expect(html).not.toContain('undefined');
    },
  );

  test('opens the newest prompt, or the one named in the address', () => {
    expect(renderPhonePage(page)).toContain('data-open="campay-1&quot;"');
    const query = { ...page.query, open: 'campay-2' };
    expect(renderPhonePage({ ...page, query })).toContain('data-open="campay-2"');
  });

  test("keeps the address's parameters in its links", () => {
    const html = renderPhonePage({ ...page, query: { ...page.query, lang: 'en' } });
    expect(html).toContain('href="?number=237677123456&amp;lang=fr"');
    expect(html).toContain('href="?number=237677123456&amp;lang=en&amp;open=campay-2"');
  });

  test('has a script that uses only existing elements', () => {
    const html = renderPhonePage(page);
    const ids = [...phoneScript.matchAll(/getElementById\('([\w-]+)'\)/g)].map((match) => match[1]);
    for (const id of ids) expect(html).toContain(`id="${id}"`);
  });
});
