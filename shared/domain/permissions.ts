/** Roles in the team; `null` stands for everyone else. */
export const ROLES = ['owner', 'editor', 'finance', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Permissions in the administration, for the server's endpoints and the client's screens. */
const GRANTED = {
  /** The administration itself: figures and health, no personal data; and one's own sessions. */
  dashboard: ROLES,
  /** Artists, categories, pictures and imports. */
  catalog: ['owner', 'editor'],
  /** Payers and their payments, refunds, and settling flags. */
  payments: ['owner', 'finance'],
  books: ['owner', 'finance'],
  /** Erasing a voter's personal data. */
  voters: ['owner', 'finance'],
  activity: ['owner', 'editor', 'finance'],
  settings: ['owner'],
  team: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof GRANTED;

/** True when this role has this permission. */
export function may(role: Role | null, permission: Permission): boolean {
  const granted: readonly (Role | null)[] = GRANTED[permission];
  return granted.includes(role);
}
