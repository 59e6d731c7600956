import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  requestId: string;
}

/** Follows a request through everything it awaits, so that each log line can name it. */
const storage = new AsyncLocalStorage<RequestContext>();

export const runInRequest = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, work);

/** Empty outside a request. */
export const currentRequest = (): Partial<RequestContext> => storage.getStore() ?? {};
