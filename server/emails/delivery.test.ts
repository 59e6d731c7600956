import { expect, test } from 'vitest';
import { deliveryAfter } from './delivery';

const answered = (command: string, response: string) =>
  Object.assign(new Error(`refused: ${response}`), {
    code: 'EENVELOPE',
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  });

test.each([
  ['RCPT TO', '550 5.1.1 <marie@example.cm>: user unknown', 'refused', '550 5.1.1 RCPT TO'],
  ['RCPT TO', '550 no such user', 'refused', '550 RCPT TO'],
  ['RCPT TO', '553-5.1.3 bad address\r\n553 5.1.3 really', 'refused', '553 5.1.3 RCPT TO'],
  ['DATA', '552 5.2.2 mailbox full', 'refused', '552 5.2.2 DATA'],
  // Greylisting, and problems that a site operator can fix.
  ['RCPT TO', '450 4.2.0 greylisted', 'deferred', '450 4.2.0 RCPT TO'],
  ['RCPT TO', '554 5.7.1 relaying denied', 'deferred', '554 5.7.1 RCPT TO'],
  ['RCPT TO', '503 5.5.1 bad sequence', 'deferred', '503 5.5.1 RCPT TO'],
  ['DATA', '554 5.7.1 looks like spam', 'deferred', '554 5.7.1 DATA'],
  ['DATA', '554 transaction failed', 'deferred', '554 DATA'],
  // A response that is not about this message.
  ['MAIL FROM', '550 5.7.1 sender rejected', 'unavailable', '550 5.7.1 MAIL FROM'],
  ['AUTH PLAIN', '535 5.7.8 bad credentials', 'unavailable', '535 5.7.8 AUTH PLAIN'],
  ['CONN', '421 too busy', 'unavailable', '421 CONN'],
])('%s with the response %j is %s', (command, response, outcome, failure) => {
  expect(deliveryAfter(answered(command, response))).toEqual({ outcome, failure });
});

test('an invalid address is refused without contacting the server', () => {
  const error = Object.assign(new Error('Invalid recipient'), {
    code: 'EENVELOPE',
    command: 'API',
  });
  expect(deliveryAfter(error)).toEqual({ outcome: 'refused', failure: 'EENVELOPE API' });
});

test('without a response, the mail server counts as unavailable', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), {
    code: 'ESOCKET',
    command: 'CONN',
  });
  expect(deliveryAfter(error)).toEqual({ outcome: 'unavailable', failure: 'ESOCKET CONN' });
  expect(deliveryAfter('?')).toEqual({ outcome: 'unavailable', failure: 'unknown' });
});
