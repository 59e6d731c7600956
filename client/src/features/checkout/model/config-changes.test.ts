import { expect, test } from 'vitest';
import { changesBetween, type ShownOffer } from './config-changes';

const offer: ShownOffer = {
  methods: ['mobile-money', 'card'],
  prices: {
    'mobile-money': { amountMinor: 100, currency: 'XAF' },
    card: { amountMinor: 50, currency: 'USD' },
  },
  closesAt: '2026-12-01T20:00:00.000Z',
};
const priced = (amountMinor: number): ShownOffer => ({
  ...offer,
  prices: { ...offer.prices, 'mobile-money': { amountMinor, currency: 'XAF' } },
});

test('an equal offer changes nothing', () => {
  expect(changesBetween(offer, structuredClone(offer), 'mobile-money')).toEqual([]);
});

test('a new price is told to those who pay by that method', () => {
  expect(changesBetween(offer, priced(150), 'mobile-money')).toEqual([
    { type: 'price', price: { amountMinor: 150, currency: 'XAF' } },
  ]);
  expect(changesBetween(offer, priced(150), 'card')).toEqual([]);
});

test('a method that was switched off or on is told, without the price of the other one', () => {
  const card: ShownOffer = { ...offer, methods: ['card'] };
  expect(changesBetween(offer, card, 'card')).toEqual([
    { type: 'methodOff', method: 'mobile-money' },
  ]);
  expect(changesBetween(card, priced(150), 'mobile-money')).toEqual([
    { type: 'methodOn', method: 'mobile-money' },
  ]);
});

test.each([
  ['2026-12-01T21:00:00.000Z', 'extended'],
  ['2026-12-01T19:00:00.000Z', 'shortened'],
] as const)('a closing time moved to %s is told as %s', (closesAt, type) => {
  expect(changesBetween(offer, { ...offer, closesAt }, 'card')).toEqual([{ type, closesAt }]);
});

test('a closing time that was set or removed is told', () => {
  const open: ShownOffer = { ...offer, closesAt: null };
  expect(changesBetween(offer, open, 'card')).toEqual([{ type: 'openEnded' }]);
  expect(changesBetween(open, offer, 'card')).toEqual([
    { type: 'shortened', closesAt: offer.closesAt },
  ]);
});
