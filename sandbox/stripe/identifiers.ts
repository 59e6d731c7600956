import { randomText } from '#sandbox/random-text';

/** An id as the provider makes them, such as `pi_3Qxk…`. */
export const newId = (prefix: string): string => `${prefix}_3${randomText(23)}`;

/** The provider counts in whole seconds. */
export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);
