import type { Handler } from 'express';
import type { Config } from '#server/config/index';
import { notFound } from '#server/errors';

/**
 * Validity in ms. The text is generated with every response (RFC 9116 requires less than a year).
 */
const VALID_MS = 90 * 24 * 3_600_000;

/** Contact for vulnerability reports: `/.well-known/security.txt`, by RFC 9116. */
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
