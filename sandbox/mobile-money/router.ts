import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Router,
} from 'express';
import { z } from 'zod';
import { type Reply, takesEffect } from '#sandbox/faults';
import type { ProviderSandbox } from '#sandbox/provider-sandbox';

type Handle = (req: Request) => Reply | Promise<Reply>;

interface WalletRouter<Endpoint> {
  router: Router;
  /**
   * Adds a call that is counted, can get faults, and is first checked by the rules for all calls.
   */
  serve: (
    method: 'get' | 'post',
    path: string | string[],
    endpoint: Endpoint,
    handle: Handle,
  ) => void;
}

/** @param refusalOf returns the refusal by the rules for all calls, or null */
export function walletRouter<Endpoint extends string>(
  wallet: Pick<
    ProviderSandbox<Endpoint, { isUnreachable: boolean }>,
    'cutIfUnreachable' | 'countCall' | 'faults'
  > & { latencyOf(endpoint: Endpoint): number },
  readBody: RequestHandler,
  refusalOf: (req: Request) => Reply | null,
): WalletRouter<Endpoint> {
  const { faults } = wallet;
  const router = express.Router({ strict: true });
  router.use(wallet.cutIfUnreachable, readBody);
  const serve: WalletRouter<Endpoint>['serve'] = (method, path, endpoint, handle) => {
    router[method](path, async (req, res) => {
      wallet.countCall(endpoint);
      const latencyMs = wallet.latencyOf(endpoint);
      if (latencyMs > 0) await faults.wait(latencyMs);
      const fault = faults.next(endpoint);
      const isCarriedOut = fault === null || takesEffect(fault);
      const reply = isCarriedOut ? (refusalOf(req) ?? (await handle(req))) : null;
      if (fault?.kind === 'delay') await faults.wait(fault.ms);
      faults.send(res, fault, reply);
    });
  };
  return { router, serve };
}

/**
 * Returns the response to invalid JSON, a body that is too large or an undecodable path; any other
 * error is left to the application's error handler.
 */
export const unreadable =
  (body: unknown): ErrorRequestHandler =>
  (error: unknown, _req, res, next) => {
    const parsed = requestError.safeParse(error);
    if (!parsed.success) next(error);
    else if (body === undefined) res.status(400).end();
    else res.status(parsed.data.status).json(body);
  };

const requestError = z.object({ status: z.int().min(400).max(499) });
