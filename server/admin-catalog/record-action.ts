import { adminActions } from '#shared/schema';
import type { Transaction } from '../db/client';

interface Change {
  action: 'create' | 'update' | 'delete' | 'restore';
  entity: 'artist' | 'category';
  entityId: string;
  /** Null where there was nothing to be seen, and after, where there is nothing any more. */
  before: object | null;
  after: object | null;
}

/** Writes down who changed what, in the transaction that changes it. */
export async function recordAction(
  tx: Transaction,
  adminId: string,
  { action, entity, ...change }: Change,
): Promise<void> {
  await tx
    .insert(adminActions)
    .values({ userId: adminId, action: `${entity}.${action}`, entity, ...change });
}
