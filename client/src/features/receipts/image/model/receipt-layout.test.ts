import { expect, test } from 'vitest';
import {
  layOutReceipt,
  type MeasureStyled,
  PICTURE,
  type ReceiptPictureTexts,
} from './receipt-layout';

/** About what a bold face takes. */
const measure: MeasureStyled = (text, { size }) => Array.from(text).length * size * 0.52;

const aReceipt = (changes: Partial<ReceiptPictureTexts> = {}): ReceiptPictureTexts => ({
  eventTitle: 'Festival Awards 2025',
  intro: 'I voted for',
  artistName: 'Ama Lobé',
  totalVotes: '12',
  votesWord: 'Votes',
  votesByCategory: [{ name: 'Song of the Year', votes: '12' }],
  code: '#AB12CD34EF',
  entry: 'Entry 18,204 of the open count',
  ...changes,
});

const categories = (count: number, name = 'Best Collaboration of the Year') =>
  Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}`, votes: '100' }));

const longName = 'Sa Majesté Jean-Baptiste Ngo’o Mbarga et les Étoiles de Douala';

test.each([
  ['one category', aReceipt()],
  ['no entry yet', aReceipt({ entry: null })],
  ['eight categories', aReceipt({ votesByCategory: categories(8) })],
  ['fifty categories', aReceipt({ votesByCategory: categories(50) })],
  ['a long name', aReceipt({ artistName: longName, votesByCategory: categories(6) })],
  ['a name without spaces', aReceipt({ artistName: 'A'.repeat(255) })],
])('with %s nothing leaves the picture', (_, texts) => {
  const layout = layOutReceipt(texts, measure);
  for (const { text, x, y, align, style } of layout.texts) {
    const width = measure(text, style);
    const left = { left: x, center: x - width / 2, right: x - width }[align];
    expect(left, text).toBeGreaterThanOrEqual(0);
    expect(left + width, text).toBeLessThanOrEqual(PICTURE.width);
    expect(y - style.size, text).toBeGreaterThanOrEqual(0);
    expect(y, text).toBeLessThan(PICTURE.height - 40);
  }
  expect(layout.photoHeight).toBeGreaterThanOrEqual(PICTURE.height * 0.2);
  expect(layout.tearLine).toBeGreaterThan(layout.photoHeight);
});

test('every category is named with its votes', () => {
  const texts = aReceipt({ votesByCategory: categories(12) });
  const drawn = layOutReceipt(texts, measure).texts.map(({ text }) => text);
  expect(drawn.filter((text) => text === '100')).toHaveLength(12);
});

test('fewer texts leave more room to the photograph', () => {
  const few = layOutReceipt(aReceipt(), measure);
  const many = layOutReceipt(aReceipt({ votesByCategory: categories(8) }), measure);
  expect(few.photoHeight).toBeGreaterThan(many.photoHeight);
});

test('the entry stands below the code, and takes no room while there is none', () => {
  const [code, entry] = layOutReceipt(aReceipt(), measure).texts.slice(-2);
  expect(entry?.text).toBe('Entry 18,204 of the open count');
  expect(entry?.y).toBeGreaterThan(code?.y ?? 0);
  expect(entry?.style.size).toBeLessThan(code?.style.size ?? 0);
  const without = layOutReceipt(aReceipt({ entry: null }), measure);
  expect(without.texts.at(-1)?.text).toBe('#AB12CD34EF');
  expect(without.photoHeight).toBeGreaterThan(layOutReceipt(aReceipt(), measure).photoHeight);
});

test('a long name is set smaller before it is cut', () => {
  const sizeOf = (artistName: string) =>
    layOutReceipt(aReceipt({ artistName }), measure).texts[1]?.style.size ?? 0;
  expect(sizeOf('Ama Lobé')).toBeGreaterThan(sizeOf('Sa Majesté Jean-Baptiste Ngo’o Mbarga'));
  const drawn = layOutReceipt(aReceipt({ artistName: longName }), measure).texts;
  expect(drawn.map(({ text }) => text).join(' ')).toContain('Douala');
});
