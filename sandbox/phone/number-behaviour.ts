/** What a number's owner does when the PIN prompt arrives, and how the provider reports it. */
export type NumberBehaviour =
  | 'approves'
  | 'declines'
  | 'lacks-funds'
  | 'never-answers'
  | 'approves-unannounced'
  | 'fails-then-pays'
  | 'approves-before-answer'
  | 'waits-for-phone';

/** Numbers that act automatically, by their last two digits; the same for every provider. */
export const BEHAVIOUR_BY_ENDING = {
  '00': 'approves',
  '01': 'declines',
  '02': 'lacks-funds',
  '03': 'never-answers',
  '04': 'approves-unannounced',
  '05': 'fails-then-pays',
  '06': 'approves-before-answer',
} as const satisfies Record<string, NumberBehaviour>;

/** Every number without a special ending waits for an answer on the phone page. */
export function behaviourOf(number: string): NumberBehaviour {
  const byEnding: Readonly<Record<string, NumberBehaviour>> = BEHAVIOUR_BY_ENDING;
  return byEnding[number.slice(-2)] ?? 'waits-for-phone';
}
