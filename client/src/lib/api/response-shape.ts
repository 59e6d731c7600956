/** True when a response matches the contract as far as the page would otherwise break. */
export type Shape<T> = (answer: unknown) => answer is T;

export const isText: Shape<string> = (answer): answer is string => typeof answer === 'string';

export const isObject: Shape<object> = (answer): answer is object =>
  typeof answer === 'object' && answer !== null;

/** Checks the named parts; the others are left to the contract. */
export const objectWith =
  <T extends object>(parts: { [Name in keyof T]?: Shape<unknown> }): Shape<T> =>
  (answer): answer is T =>
    isObject(answer) &&
    Object.entries<Shape<unknown> | undefined>(parts).every(([name, isValid]) =>
      isValid?.(Reflect.get(answer, name)),
    );

export const listOf =
  <T>(isItem: Shape<T>): Shape<T[]> =>
  (answer): answer is T[] =>
    Array.isArray(answer) && answer.every(isItem);
