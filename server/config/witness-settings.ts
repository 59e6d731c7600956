import { z } from 'zod';
import { NoteError, parseVkey, type VerifierKey } from '#shared/open-count/note';

/** A witness of the log of counted votes, and its address. */
export interface WitnessSettings {
  vkey: string;
  /** Has no trailing slash. */
  url: string;
}

const EXPECTED_FORM =
  'must name witnesses by verifier key and address, such as witness.example/w1+0a1b2c3d+BA… https://witness.example';

/** Comma-separated pairs, as `npm run ledger:witness` prints them. */
export const witnessList = z.string().transform((text, context): WitnessSettings[] => {
  const pairs = text.split(',').map((pair) => pair.trim());
  const witnesses = pairs.filter((pair) => pair !== '').map(readPair);
  const complete = witnesses.filter((witness) => witness !== null);
  if (complete.length < witnesses.length || complete.length === 0) {
    context.addIssue(EXPECTED_FORM);
    return z.NEVER;
  }
  if (new Set(complete.map(({ key }) => key.name)).size < complete.length) {
    context.addIssue('must name each witness once');
    return z.NEVER;
  }
  return complete.map(({ vkey, url }) => ({ vkey, url }));
});

function readPair(pair: string): (WitnessSettings & { key: VerifierKey }) | null {
  const [vkey = '', address = '', ...more] = pair.split(/\s+/);
  if (more.length > 0 || !URL.canParse(address)) return null;
  const { protocol, username, password, search, hash } = new URL(address);
  if (!['http:', 'https:'].includes(protocol)) return null;
  if ([username, password, search, hash].some((part) => part !== '')) return null;
  try {
    const key = parseVkey(vkey);
    return key.type === 'witness' ? { key, vkey, url: address.replace(/\/+$/, '') } : null;
  } catch (error) {
    if (error instanceof NoteError) return null;
    throw error;
  }
}
