import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ROLES, type Role } from '#shared/domain/permissions';
import { createdAt, instant, oneOf, updatedAt } from './columns';

/** Written by the session store, which requires exactly the names of the first three columns. */
export const sessions = pgTable(
  'sessions',
  {
    sid: text('sid').primaryKey(),
    sess: jsonb('sess').notNull(),
    expire: timestamp('expire', { withTimezone: true }).notNull(),
    /** When an administrator last used it; null before the first time, and for all other users. */
    usedAt: instant('used_at'),
  },
  (table) => [index('sessions_expire_idx').on(table.expire)],
);

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    /**
     * The sign-in provider whose id for the person is `subject`. Null for a person who has not
     * signed in since this is stored: their provider is unknown.
     */
    issuer: text('issuer'),
    subject: text('subject').notNull(),
    email: text('email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    /** True when there is a role. A trigger synchronises it with the role, in both directions. */
    isAdmin: boolean('is_admin').notNull().default(false),
    /** Null for users outside the team. */
    role: text('role').$type<Role>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('users_issuer_subject_key').on(table.issuer, table.subject),
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    check('users_role_check', sql`${table.role} in (${oneOf(ROLES)})`),
    check('users_is_admin_check', sql`${table.isAdmin} = (${table.role} is not null)`),
  ],
);

/** A role waiting for the first sign-in with this verified address. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    role: text('role').notNull().$type<Role>(),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('invitations_email_key').on(sql`lower(${table.email})`),
    check('invitations_role_check', sql`${table.role} in (${oneOf(ROLES)})`),
  ],
);

/** Append-only (a trigger refuses updates and deletes): who changed what, with both versions. */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Not a reference: a draft can be deleted, what was done with it stays. */
    editionId: integer('edition_id').notNull().default(sql`current_edition()`),
    /** Null for actions without a team member: a command, or the nightly erasure. */
    userId: text('user_id').references(() => users.id),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    index('admin_actions_at_idx').on(table.at),
    index('admin_actions_entity_idx').on(table.entity, table.entityId),
    index('admin_actions_person_idx').on(table.userId, table.at).concurrently(),
    index('admin_actions_kind_idx').on(table.entity, table.at).concurrently(),
  ],
);
