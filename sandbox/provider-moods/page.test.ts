import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { describeTexts } from '#tests/support/texts';
import { providerScript, renderProviderPage } from './routes';
import { texts } from './texts';

describeTexts('the page of the providers', texts);

test('its script has no syntax errors', () => {
  expect(() => new Script(providerScript)).not.toThrow();
});

test.each(['en', 'fr'] as const)('it shows the mood of each provider in %s', (language) => {
  const page = renderProviderPage({
    base: '/sandbox/providers',
    language,
    brand: 'Awards & more',
    providers: { Campay: { mood: 'down' }, 'MTN <MoMo>': { mood: 'well' } },
  });
  expect(page.match(/aria-pressed="true"/g)).toHaveLength(2);
  expect(page).toContain(texts[language]['meaning.down']);
  expect(page).toContain('MTN &lt;MoMo&gt;');
  expect(page).not.toMatch(/ (style|on[a-z]+)=/);
});
