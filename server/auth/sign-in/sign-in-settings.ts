import type { Config, OidcSettings } from '../../config';
import type { IssuerSettings } from './issuer';

export interface SignInSettings extends IssuerSettings {
  /** A verified sign-in with one of these becomes an administrator. */
  adminEmails: readonly string[];
}

export interface SignInSandbox {
  settings: OidcSettings;
  /** Where this process finds it: its address may be one of the browser's only. */
  backchannelOrigin: string;
  adminEmails: readonly string[];
}

/**
 * The identity provider, and who becomes an administrator.
 * @param sandbox used where no real provider is given; production always has one
 */
export function signInSettings(
  { oidc, adminEmails }: Pick<Config, 'oidc' | 'adminEmails'>,
  sandbox: SignInSandbox | null,
): SignInSettings {
  if (oidc) return { ...oidc, backchannelOrigin: null, adminEmails };
  if (!sandbox) throw new Error('No sign-in provider is configured.');
  const { settings, backchannelOrigin } = sandbox;
  const isListGiven = adminEmails.length > 0;
  return {
    ...settings,
    backchannelOrigin,
    adminEmails: isListGiven ? adminEmails : sandbox.adminEmails,
  };
}
