import { expect, test } from 'vitest';
import { durationText } from './duration-text';

test.each([
  [0, '0 seconds', '0 seconde'],
  [1, '1 second', '1 seconde'],
  [119, '119 seconds', '119 secondes'],
  [120, '2 minutes', '2 minutes'],
  [7_199, '119 minutes', '119 minutes'],
  [7_200, '2 hours', '2 heures'],
  [172_800, '2 days', '2 jours'],
])('%i seconds read %s, %s', (seconds, english, french) => {
  expect(durationText(seconds, 'en')).toBe(english);
  expect(durationText(seconds, 'fr').replace(/\s/g, ' ')).toBe(french);
});
