import { expect, test } from 'vitest';
import { isLinkSource, linkSourceOf } from './link-source';

const sourceOf = (query: string) => linkSourceOf(new URLSearchParams(query));

test.each([
  ['ref=poster', 'poster'],
  ['ref=+Radio++Balafon+', 'radio balafon'],
  ['ref=Caf%C3%A9', 'café'],
  ['ref=Cafe%CC%81', 'café'],
  ['ref=%E0%A4%B0%E0%A5%87%E0%A4%A1%E0%A4%BF%E0%A4%AF%E0%A5%8B', 'रेडियो'],
  ['utm_source=WhatsApp', 'whatsapp'],
  ['utm_campaign=finale&utm_source=whatsapp&utm_medium=story', 'whatsapp / story / finale'],
  ['utm_source=fb&utm_content=a&utm_term=b', 'fb / a / b'],
  ['ref=poster&utm_source=fb', 'poster'],
  ['ref=&utm_source=fb', 'fb'],
  ['ref=one&ref=two', 'one'],
])('%s contains a source', (query, source) => {
  expect(sourceOf(query)).toBe(source);
  expect(isLinkSource(source)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['spaces', 'ref=+%09+'],
  ['another parameter', 'referrer=poster&fbclid=abc'],
  ['an e-mail address', 'ref=fan%40example.com'],
  ['a phone number', 'ref=237677123456'],
  ['a phone number among words', 'ref=from-677123456'],
  ['a script', 'ref=%3Cscript%3Ealert(1)%3C/script%3E'],
  ['what is no letter', 'ref=%F0%9F%8E%A4'],
  ['a NUL', 'ref=a%00b'],
  ['an override of the direction of writing', 'ref=a%E2%80%AEb'],
  ['half a letter', 'ref=%ED%A0%80'],
  ['more than 60 letters', `ref=${'a'.repeat(61)}`],
  ['10 kB', `utm_source=${'a'.repeat(10_000)}`],
])('%s contains no source', (_what, query) => {
  expect(sourceOf(query)).toBeNull();
});
