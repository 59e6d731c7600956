import { randomText } from '#sandbox/random-text';

/** Returns an id in the provider's format, such as `pi_3Qxk…`. */
export const newId = (prefix: string): string => `${prefix}_3${randomText(23)}`;

/** Returns the time in whole seconds, as the provider uses. */
export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);
