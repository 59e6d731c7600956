import { z } from 'zod';
import { email, storableText } from '#shared/contracts/primitives';

/** The stored data of a user, from the sign-in provider. */
export type Profile = ReturnType<typeof profileFrom>;

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);
const name = optional(storableText(255).trim());

/** An unusable field counts as missing; only issuer and subject are required. */
const claims = z.object({
  iss: storableText(2_000).min(1),
  sub: storableText(255).min(1),
  email: optional(email),
  /** Some providers send it as text. */
  email_verified: optional(z.union([z.boolean(), z.literal('true').transform(() => true)])),
  given_name: name,
  family_name: name,
  name,
  picture: optional(z.url({ protocol: /^https$/ }).max(2_000)),
});

/** @throws ZodError when the issuer or subject is missing */
export function profileFrom(rawClaims: unknown) {
  const profile = claims.parse(rawClaims);
  return {
    /** Issuer of the subject: the same subject at another provider is another person. */
    issuer: profile.iss,
    subject: profile.sub,
    // Null unless verified: permissions depend on it, and an unverified one may be another
    // person's.
    email: (profile.email_verified && profile.email) || null,
    firstName: profile.given_name || profile.name || null,
    lastName: profile.family_name || null,
    profileImageUrl: profile.picture ?? null,
  };
}
