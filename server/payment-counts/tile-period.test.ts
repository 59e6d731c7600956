import { expect, test } from 'vitest';
import { tilePeriod } from './tile-period';

const at = (time: string) => new Date(`2025-11-28T${time}:00Z`);

test.each([
  ['all time', {}, {}, []],
  ['a period from the start of an hour on', { from: at('10:00') }, { from: at('10:00') }, []],
  [
    'a period from within an hour on',
    { from: at('10:20') },
    { from: at('11:00') },
    [{ from: at('10:20'), to: at('11:00') }],
  ],
  [
    'a period until within an hour',
    { to: at('10:20') },
    { to: at('10:00') },
    [{ from: at('10:00'), to: at('10:20') }],
  ],
  [
    'whole hours',
    { from: at('10:00'), to: at('12:00') },
    { from: at('10:00'), to: at('12:00') },
    [],
  ],
  [
    'parts of hours around whole ones',
    { from: at('10:20'), to: at('13:40') },
    { from: at('11:00'), to: at('13:00') },
    [
      { from: at('10:20'), to: at('11:00') },
      { from: at('13:00'), to: at('13:40') },
    ],
  ],
  [
    'a part of an hour',
    { from: at('10:20'), to: at('10:40') },
    null,
    [{ from: at('10:20'), to: at('10:40') }],
  ],
  [
    'parts of two hours',
    { from: at('10:20'), to: at('11:40') },
    null,
    [{ from: at('10:20'), to: at('11:40') }],
  ],
  ['an empty period', { from: at('10:20'), to: at('10:20') }, null, []],
  ['a reversed period', { from: at('12:00'), to: at('10:00') }, null, []],
])('%s is split into whole hours and remainders', (_what, period, wholeHours, remainders) => {
  expect(tilePeriod(period)).toEqual({ wholeHours, remainders });
});
