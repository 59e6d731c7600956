import { expect, test } from 'vitest';
import { commonPeriod, tilePeriod } from './tile-period';

const at = (time: string) => new Date(`2025-11-28T${time}:00Z`);
const MIDNIGHT = new Date('2025-11-29T00:00:00Z');
const NEXT_NOON = new Date('2025-11-29T12:00:00Z');
const LATER = new Date('2025-12-03T07:30:00Z');
const OF_LATER = new Date('2025-12-03T00:00:00Z');

test.each([
  ['all time', {}, { days: {} }],
  ['a period from midnight on', { from: at('00:00') }, { days: { from: at('00:00') } }],
  [
    'a period from the start of an hour on',
    { from: at('10:00') },
    { days: { from: MIDNIGHT }, hours: [{ from: at('10:00'), to: MIDNIGHT }] },
  ],
  [
    'a period from within an hour on',
    { from: at('10:20') },
    {
      days: { from: MIDNIGHT },
      hours: [{ from: at('11:00'), to: MIDNIGHT }],
      remainders: [{ from: at('10:20'), to: at('11:00') }],
    },
  ],
  [
    'a period until within an hour',
    { to: at('10:20') },
    {
      days: { to: at('00:00') },
      hours: [{ from: at('00:00'), to: at('10:00') }],
      remainders: [{ from: at('10:00'), to: at('10:20') }],
    },
  ],
  [
    'several days',
    { from: at('22:10'), to: LATER },
    {
      days: { from: MIDNIGHT, to: OF_LATER },
      hours: [
        { from: at('23:00'), to: MIDNIGHT },
        { from: OF_LATER, to: new Date('2025-12-03T07:00:00Z') },
      ],
      remainders: [
        { from: at('22:10'), to: at('23:00') },
        { from: new Date('2025-12-03T07:00:00Z'), to: LATER },
      ],
    },
  ],
  [
    'whole hours',
    { from: at('10:00'), to: at('12:00') },
    { hours: [{ from: at('10:00'), to: at('12:00') }] },
  ],
  [
    'whole hours around midnight',
    { from: at('23:00'), to: NEXT_NOON },
    { hours: [{ from: at('23:00'), to: NEXT_NOON }] },
  ],
  [
    'parts of hours around whole ones',
    { from: at('10:20'), to: at('13:40') },
    {
      hours: [{ from: at('11:00'), to: at('13:00') }],
      remainders: [
        { from: at('10:20'), to: at('11:00') },
        { from: at('13:00'), to: at('13:40') },
      ],
    },
  ],
  [
    'a part of an hour',
    { from: at('10:20'), to: at('10:40') },
    { remainders: [{ from: at('10:20'), to: at('10:40') }] },
  ],
  [
    'parts of two hours',
    { from: at('10:20'), to: at('11:40') },
    { remainders: [{ from: at('10:20'), to: at('11:40') }] },
  ],
  ['an empty period', { from: at('10:20'), to: at('10:20') }, {}],
  ['a reversed period', { from: at('12:00'), to: at('10:00') }, {}],
])('%s is split into whole days, whole hours and remainders', (_what, period, tiles) => {
  expect(tilePeriod(period)).toEqual({ days: null, hours: [], remainders: [], ...tiles });
});

test.each([
  [{}, { from: at('10:00') }, { from: at('10:00') }],
  [{ to: at('12:00') }, { from: at('10:00') }, { from: at('10:00'), to: at('12:00') }],
  [
    { from: at('09:00'), to: at('12:00') },
    { from: at('10:00'), to: at('13:00') },
    { from: at('10:00'), to: at('12:00') },
  ],
])('two periods have the later start and the earlier end in common', (a, b, common) => {
  expect(commonPeriod(a, b)).toEqual(common);
  expect(commonPeriod(b, a)).toEqual(common);
});
