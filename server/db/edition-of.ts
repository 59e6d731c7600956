import { type SQL, sql } from 'drizzle-orm';
import { payments } from '#shared/schema';

/** Id of the edition to which a payment belongs, for the record of an action on it. */
export const editionOfPayment = (paymentId: string): SQL<number> =>
  sql`coalesce((
    select edition_at(${payments.createdAt}) from ${payments} where ${payments.id} = ${paymentId}
  ), current_edition())`;
