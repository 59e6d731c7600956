import type { Config, OidcSettings } from '#server/config/index';
import type { Role } from '#shared/domain/permissions';
import type { IssuerSettings } from './issuer';

/** Roles granted at a verified sign-in, by address in lower case. */
export type ListedRoles = ReadonlyMap<string, Role>;

export interface SignInSettings extends IssuerSettings {
  /**
   * `acr` values of which the provider must confirm one for team members; empty for no requirement.
   */
  requiredAcr: readonly string[];
  listed: ListedRoles;
}

export interface SignInSandbox {
  settings: OidcSettings;
  /**
   * Address at which this process reaches the issuer: the issuer's own may work only for browsers.
   */
  backchannelOrigin: string;
  /** The issuer's accounts that belong to the team. */
  roles: ListedRoles;
}

/**
 * Returns the identity provider and the listed owners.
 * @param sandbox used when no real provider is configured; production always has one
 */
export function signInSettings(
  { oidc, adminEmails, requiredAcr }: Pick<Config, 'oidc' | 'adminEmails' | 'requiredAcr'>,
  sandbox: SignInSandbox | null,
): SignInSettings {
  const owners = new Map(adminEmails.map((address) => [address.toLowerCase(), 'owner'] as const));
  if (oidc) return { ...oidc, requiredAcr, backchannelOrigin: null, listed: owners };
  if (!sandbox) throw new Error('No sign-in provider is configured.');
  const { settings, backchannelOrigin } = sandbox;
  const listed = owners.size > 0 ? owners : sandbox.roles;
  return { ...settings, requiredAcr, backchannelOrigin, listed };
}
