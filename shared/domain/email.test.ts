import { expect, test } from 'vitest';
import { z } from 'zod';
import { completeEmail } from './email';

test('only a complete address is accepted, without the spaces around it', () => {
  expect(completeEmail(' fan@example.com ')).toBe('fan@example.com');
  for (const text of ['', ' ', 'fan', 'fan@', 'fan@example', 'a b@example.com']) {
    expect(completeEmail(text)).toBeNull();
  }
  expect(completeEmail(`${'x'.repeat(250)}@example.com`)).toBeNull();
});

test.each([
  ...[
    'a@b.cm',
    "o'neil+vote@mail.example.com",
    'a_b-c@x-1.co',
    'A.B@EXAMPLE.CM',
    '-a@b.cm',
    "a'@b.cm",
  ],
  ...[
    '.a@b.cm',
    'a.@b.cm',
    'a..b@c.cm',
    'a@-b.cm',
    'a@b_c.cm',
    'a@b.c',
    'a@b..cm',
    'é@b.cm',
    'a@bé.cm',
  ],
])('%j is accepted exactly when zod accepts it', (address) => {
  expect(completeEmail(address)).toBe(z.email().safeParse(address).data ?? null);
});
