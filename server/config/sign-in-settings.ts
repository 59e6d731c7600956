import type { SignInSettings } from '../auth';
import type { Config, OidcSettings } from './config';

export interface SignInStandIn {
  settings: OidcSettings;
  /** Where this process finds it: its address may be one of the browser's only. */
  backchannelOrigin: string;
  adminEmails: readonly string[];
}

/**
 * Whom to ask who somebody is.
 * @param standIn the local stand-in, used where no real provider is given; production always has one
 */
export function signInSettings(
  { oidc, adminEmails }: Pick<Config, 'oidc' | 'adminEmails'>,
  standIn: SignInStandIn | null,
): SignInSettings {
  if (oidc) return { ...oidc, backchannelOrigin: null, adminEmails };
  if (!standIn) throw new Error('There is nobody to sign in with.');
  const { settings, backchannelOrigin } = standIn;
  const isListGiven = adminEmails.length > 0;
  return {
    ...settings,
    backchannelOrigin,
    adminEmails: isListGiven ? adminEmails : standIn.adminEmails,
  };
}
