import { expect, test } from 'vitest';
import { funnelSteps } from './funnel-steps';

test('each step has its share of the previous step and of the total', () => {
  expect(funnelSteps({ created: 200, attempted: 150, completed: 120 })).toEqual([
    { step: 'created', payments: 200, ofBefore: null, ofAll: 1 },
    { step: 'attempted', payments: 150, ofBefore: 0.75, ofAll: 0.75 },
    { step: 'completed', payments: 120, ofBefore: 0.8, ofAll: 0.6 },
  ]);
});

test('zero payments have no share', () => {
  const [, attempted, completed] = funnelSteps({ created: 3, attempted: 0, completed: 0 });
  expect(attempted?.ofBefore).toBe(0);
  expect(completed?.ofBefore).toBeNull();
  const none = funnelSteps({ created: 0, attempted: 0, completed: 0 });
  expect(none.map(({ ofAll }) => ofAll)).toEqual([null, null, null]);
});
