import { describe, expect, test } from 'vitest';
import { sandboxWorld } from './support/world';

const world = sandboxWorld({});

describe('the phone page', () => {
  const phone = (path: string, init?: RequestInit) =>
    fetch(`${world.url}/sandbox/phone${path}`, init);

  test.each([
    ['?lang=fr', 'en', 'fr'],
    ['?lang=en', 'fr', 'en'],
    ['', 'fr-CM,fr;q=0.9,en;q=0.8', 'fr'],
    ['?lang=de', 'de', 'en'],
  ])('%s with Accept-Language %s is rendered in %s', async (query, accepted, language) => {
    const page = await phone(query, { headers: { 'accept-language': accepted } });
    expect(await page.text()).toContain(`<html lang="${language}">`);
  });

  test('loads nothing inline and nothing from elsewhere', async () => {
    const page = await phone('');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain(
      "default-src 'none'; img-src 'self'; script-src 'self'; style-src 'self'",
    );
    for (const [path, type] of [
      ['/phone.js', 'javascript'],
      ['/phone.css', 'css'],
    ] as const) {
      expect(await page.clone().text()).toContain(`/sandbox/phone${path}"`);
      expect((await phone(path)).headers.get('content-type')).toContain(type);
    }
  });
});
