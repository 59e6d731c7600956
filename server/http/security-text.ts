import type { Handler } from 'express';
import type { Config } from '../config';
import { notFound } from '../errors';

/** It is made anew with every answer, so it stays true for this long (RFC 9116 asks for under a year). */
const VALID_MS = 90 * 24 * 3_600_000;

/** Whom to tell of a weakness: `/.well-known/security.txt`, as RFC 9116 has it. */
export const securityText =
  ({ securityContact, publicUrl }: Pick<Config, 'securityContact' | 'publicUrl'>): Handler =>
  (_req, res) => {
    if (securityContact === null) throw notFound('contact');
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(Date.now() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en, fr',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    res.type('text').send(`${lines.join('\n')}\n`);
  };
