import { SIGN_IN_SANDBOX_ADMIN_EMAIL } from './credentials';

export const ROLES = ['admin', 'voter'] as const;
export type Role = (typeof ROLES)[number];

export interface DemoAccount {
  role: Role;
  /** Standard claims, as the provider tells them. */
  claims: {
    sub: string;
    given_name: string;
    family_name: string;
    name: string;
    email: string;
    email_verified: boolean;
  };
}

/** People who do not exist, for the demo and for tests. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('admin', 'Clarisse', 'Mbouda', SIGN_IN_SANDBOX_ADMIN_EMAIL),
  account('voter', 'Landry', 'Essomo', 'landry@awards.example'),
];

function account(role: Role, firstName: string, lastName: string, email: string): DemoAccount {
  return {
    role,
    claims: {
      sub: `demo-${role}`,
      given_name: firstName,
      family_name: lastName,
      name: `${firstName} ${lastName}`,
      email,
      email_verified: true,
    },
  };
}
