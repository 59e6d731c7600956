import { expect, test } from 'vitest';
import type { OperatorRoutes } from '#shared/contracts/mobile-money-routes';
import { route } from '#tests/support/mobile-money-routes';
import { routeConcerns } from './route-concerns';

const SINCE = '2025-11-28T20:14:00.000Z';

const mtn = (changed: Partial<OperatorRoutes>): OperatorRoutes => ({
  operator: 'mtn',
  takenBy: 'campay',
  fixed: null,
  routes: [route('campay', { position: 1 }), route('fapshi', { position: 2 })],
  ...changed,
});
const campayDown = [
  route('campay', { position: 1, state: 'down', since: SINCE, reason: 'no-response' }),
  route('fapshi', { position: 2 }),
];

test('nothing is told while the first choice takes the payments', () => {
  expect(routeConcerns([mtn({})])).toEqual([]);
});

test('another provider is told, with the time at which the first choice failed', () => {
  expect(routeConcerns([mtn({ takenBy: 'fapshi', routes: campayDown })])).toEqual([
    { type: 'other', operator: 'mtn', provider: 'fapshi', since: SINCE },
  ]);
});

test('a fixed provider is told, also while another one has to stand in for it', () => {
  expect(routeConcerns([mtn({ fixed: 'fapshi', takenBy: 'fapshi' })])).toEqual([
    { type: 'fixed', operator: 'mtn', provider: 'fapshi' },
  ]);
  expect(routeConcerns([mtn({ fixed: 'campay', takenBy: 'fapshi', routes: campayDown })])).toEqual([
    { type: 'other', operator: 'mtn', provider: 'fapshi', since: SINCE },
  ]);
});

test('an operator that nobody takes is told first, unless an owner wants it so', () => {
  const orange: OperatorRoutes = { ...mtn({ takenBy: null }), operator: 'orange' };
  expect(routeConcerns([mtn({ fixed: 'campay' }), orange])).toEqual([
    { type: 'nobody', operator: 'orange' },
    { type: 'fixed', operator: 'mtn', provider: 'campay' },
  ]);
  expect(routeConcerns([mtn({ takenBy: null, routes: [route('campay', {})] })])).toEqual([]);
  expect(routeConcerns([mtn({ takenBy: null, routes: [] })])).toEqual([]);
});
