import { email } from '#shared/contracts/primitives';

/** The one argument of a command; null, and said so, when it is no address. */
export function emailArgument(command: string): string | null {
  const [given, ...rest] = process.argv.slice(2);
  const { data } = email.safeParse(given);
  if (data !== undefined && rest.length === 0) return data;
  console.error(`Name one e-mail address: npm run ${command} -- marie@vote.example`);
  return null;
}

export const nobodyYet = (address: string): string =>
  `Nobody with the verified address ${address} has signed in yet; nothing was changed.`;
