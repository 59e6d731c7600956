import type { Role } from '#shared/domain/permissions';

/** The first one is the owner. */
export const ACCOUNTS = ['admin', 'editor', 'finance', 'viewer', 'voter'] as const;
export type AccountName = (typeof ACCOUNTS)[number];

export interface DemoAccount {
  account: AccountName;
  /** Role expected in the application; null for a voter. */
  role: Role | null;
  /** Standard claims sent by the provider. */
  claims: {
    sub: string;
    given_name: string;
    family_name: string;
    name: string;
    email: string;
    email_verified: boolean;
  };
}

/** Fictional users, for the demo and for tests. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  person('admin', 'owner', 'Clarisse', 'Mbouda'),
  person('editor', 'editor', 'Serge', 'Tchoumi'),
  person('finance', 'finance', 'Nadège', 'Fouda'),
  person('viewer', 'viewer', 'Ibrahim', 'Njoya'),
  person('voter', null, 'Landry', 'Essomo'),
];

function person(
  account: AccountName,
  role: Role | null,
  firstName: string,
  lastName: string,
): DemoAccount {
  const name = firstName.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return {
    account,
    role,
    claims: {
      sub: `demo-${account}`,
      given_name: firstName,
      family_name: lastName,
      name: `${firstName} ${lastName}`,
      email: `${name}@awards.example`,
      email_verified: true,
    },
  };
}

/** Roles by address. */
export const DEMO_ROLES: ReadonlyMap<string, Role> = new Map(
  DEMO_ACCOUNTS.flatMap(({ role, claims }) => (role ? [[claims.email, role] as const] : [])),
);
