import { expect, test } from 'vitest';
import type { OperatorRoutes } from '#shared/contracts/mobile-money-routes';
import { orderWith, providerOrder } from './provider-order';
import { NO_PROVIDER } from './settings-draft';

const routes = (...providers: [name: string, position: number | null][]): OperatorRoutes => ({
  operator: 'mtn',
  takenBy: null,
  fixed: null,
  routes: providers.map(([provider, position]) => ({
    provider,
    position,
    state: 'well',
    since: null,
    reason: null,
    isTried: false,
  })),
});
const CONNECTED = routes(['campay', 1], ['mtn-momo', 2], ['fapshi', null]);

test('the configuration’s order is shown while an owner has set none', () => {
  expect(providerOrder('', CONNECTED)).toEqual({
    places: ['campay', 'mtn-momo', NO_PROVIDER],
    choices: ['campay', 'mtn-momo', 'fapshi'],
  });
});

test('an owner’s order has a place for every connected provider', () => {
  expect(providerOrder('fapshi', CONNECTED).places).toEqual(['fapshi', NO_PROVIDER, NO_PROVIDER]);
  expect(providerOrder(NO_PROVIDER, CONNECTED).places).toEqual([
    NO_PROVIDER,
    NO_PROVIDER,
    NO_PROVIDER,
  ]);
});

test('a provider of the order that is not connected stays in its place', () => {
  expect(providerOrder('fapshi,campay', routes(['campay', 1]))).toEqual({
    places: ['fapshi', 'campay'],
    choices: ['campay', 'fapshi'],
  });
});

test('a choice is written as the draft has it, without gaps', () => {
  expect(orderWith(['campay', 'mtn-momo', NO_PROVIDER], 2, 'fapshi')).toBe(
    'campay,mtn-momo,fapshi',
  );
  expect(orderWith(['campay', 'mtn-momo'], 0, NO_PROVIDER)).toBe('mtn-momo');
  expect(orderWith(['campay', NO_PROVIDER], 0, NO_PROVIDER)).toBe(NO_PROVIDER);
});

test('the same provider twice is left for the contract to refuse', () => {
  expect(orderWith(['campay', 'mtn-momo'], 1, 'campay')).toBe('campay,campay');
  expect(providerOrder('campay,campay', routes(['campay', 1])).places).toEqual([
    'campay',
    'campay',
  ]);
});
