import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  requestId: string;
}

/** Work that no request asked for: one round of it, and the payment it is about at the moment. */
interface RunContext {
  runId: string;
  paymentId: string;
}

/** Follows a piece of work through everything it awaits, so that each log line can name it. */
const storage = new AsyncLocalStorage<RequestContext | RunContext>();

export const runInRequest = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, work);

export const runForPayment = <T>(context: RunContext, work: () => T): T =>
  storage.run(context, work);

/** Empty for what belongs to no such work. */
export const currentWork = (): Partial<RequestContext & RunContext> => storage.getStore() ?? {};
