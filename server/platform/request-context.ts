import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  requestId: string;
}

/** Work without a request: one round of a worker, and the payment it currently processes. */
interface RunContext {
  runId: string;
  paymentId: string;
}

/** Follows a task through all its awaits, so that each log line can name it. */
const storage = new AsyncLocalStorage<RequestContext | RunContext>();

export const runInRequest = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, work);

export const runForPayment = <T>(context: RunContext, work: () => T): T =>
  storage.run(context, work);

/** Empty outside such work. */
export const currentWork = (): Partial<RequestContext & RunContext> => storage.getStore() ?? {};
