/** What somebody of the team is; `null` stands for everybody else. */
export const ROLES = ['owner', 'editor', 'finance', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Who may do what in the administration, for the server's endpoints and for the screens. */
const GRANTED = {
  /** The administration itself: figures and health, nothing personal; and one's own sessions. */
  dashboard: ROLES,
  /** Artists, categories, pictures and imports. */
  catalog: ['owner', 'editor'],
  /** Who paid what, refunds, and what only a person can settle. */
  payments: ['owner', 'finance'],
  books: ['owner', 'finance'],
  /** Erasing what is kept of a voter. */
  voters: ['owner', 'finance'],
  activity: ['owner', 'editor', 'finance'],
  settings: ['owner'],
  team: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof GRANTED;

/** Whether this role has this permission. */
export function may(role: Role | null, permission: Permission): boolean {
  const granted: readonly (Role | null)[] = GRANTED[permission];
  return granted.includes(role);
}
