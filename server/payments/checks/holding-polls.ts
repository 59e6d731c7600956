import type { IncomingMessage, RequestListener } from 'node:http';
import { sql } from 'drizzle-orm';
import { type SqlParameters, statement } from '#server/db/statement';
import { MAX_WAIT_MS } from '#shared/domain/polling';
import { payments } from '#shared/schema';
import type { PaymentContext } from '../context';
import type { Poll } from '../lifecycle/held-polls';
import { checkPayment } from './check-payment';

const POLL =
  /^\/api\/payment\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/status\?waitMs=(\d{1,6})$/;

/**
 * Parses a held poll. Any other form of the request is passed to the application, which responds at
 * once.
 */
function pollOf({ method, url = '' }: IncomingMessage): Poll | null {
  const [, paymentId, waitMs] = (method === 'GET' && POLL.exec(url)) || [];
  if (paymentId === undefined || Number(waitMs) === 0) return null;
  return { paymentId, waitMs: Math.min(Number(waitMs), MAX_WAIT_MS) };
}

const isPendingNow = statement(
  'whether a payment is pending',
  { isPending: Boolean },
  ({ id }: SqlParameters<{ id: string }>) =>
    sql`select status = 'pending' from ${payments} where id = ${id}`,
);

/**
 * Wraps the application so that held polls do not reach it until there is something to respond
 * with. Until then, a poll uses a connection and no other resource of this process or the database.
 * The provider is checked when the poll arrives.
 */
export function holdingPolls(app: RequestListener, context: PaymentContext): RequestListener {
  const { db, heldPolls, background } = context;
  return (req, res) => {
    const poll = pollOf(req);
    if (poll === null) return app(req, res);
    const { paymentId } = poll;
    const isPending = async () => {
      const [found] = await isPendingNow(db, { id: paymentId });
      if (!found?.isPending) return false;
      background.run('check for a poll', () => checkPayment(context, paymentId, 'poll'));
      return true;
    };
    void heldPolls.hold(req, res, poll, isPending).then(
      (isThere) => isThere && app(req, res),
      // The application responds with the database error.
      () => app(req, res),
    );
  };
}
