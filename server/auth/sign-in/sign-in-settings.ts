import type { Role } from '#shared/domain/permissions';
import type { Config, OidcSettings } from '../../config';
import type { IssuerSettings } from './issuer';

/** Who becomes what by a verified sign-in, by their address in lower case. */
export type ListedRoles = ReadonlyMap<string, Role>;

export interface SignInSettings extends IssuerSettings {
  /** What the provider is to vouch for of the team, in its words for `acr`; empty for anything. */
  requiredAcr: readonly string[];
  listed: ListedRoles;
}

export interface SignInSandbox {
  settings: OidcSettings;
  /** Where this process finds it: its address may be one of the browser's only. */
  backchannelOrigin: string;
  /** Its accounts that are of the team. */
  roles: ListedRoles;
}

/**
 * The identity provider, and who becomes an owner.
 * @param sandbox used where no real provider is given; production always has one
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
