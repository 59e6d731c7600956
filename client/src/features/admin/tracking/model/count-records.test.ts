import { expect, test } from 'vitest';
import { RecordCounter } from './count-records';

function count(...chunks: string[]): number {
  const counter = new RecordCounter();
  for (const chunk of chunks) counter.add(new TextEncoder().encode(chunk));
  return counter.records;
}

test('the header line does not count as a record', () => {
  expect(count('\uFEFFPayment ID,Email\r\n')).toBe(0);
  expect(count('Payment ID,Email\r\n1,a\r\n2,é\r\n')).toBe(2);
});

test('records are counted across chunks; line breaks inside quotes do not count', () => {
  expect(count('Payment ID\r\n"a', '\r\nb"', '\r\n', '"say ""\r\n"" twice"\r\n')).toBe(2);
});

test('an empty response has no records', () => {
  expect(count('')).toBe(0);
});
