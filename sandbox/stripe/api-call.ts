import type { Request, RequestHandler } from 'express';
import { type Fault, ok, type Reply, takesEffect } from '#sandbox/faults';
import { randomText } from '#sandbox/random-text';
import { bearerOf, type Caller, callerOf, refuseBrowser } from './access';
import { StripeApiError } from './api-error';
import type { Cause } from './events';
import type { Endpoint } from './faults';
import { type FormTree, parseForm } from './form';
import { fingerprintOf, type KeyedCall } from './idempotency';
import { API_VERSION } from './objects';
import { Params } from './params';
import type { StripeSandbox } from './sandbox';
import { publicView, refuseUnknownExpansions } from './views';

/** A validated call. */
export interface ApiCall {
  params: Params;
  /** The id in the path, or empty. */
  id: string;
  caller: Caller;
  /** Fields to be replaced by the objects they refer to. */
  expand: readonly string[];
  cause: Cause;
  /** Origin of the sandbox, as the caller sees it. */
  origin: string;
}

export interface EndpointDefinition<Input> {
  /** True when a browser may call it, with the publishable key. */
  isPublic?: boolean;
  /** Fields that a server may expand. */
  expandable?: readonly string[];
  /** Reads all parameters; unknown ones are refused. */
  read: (call: ApiCall) => Input;
  /** Carries the call out, synchronously and as a whole, and returns the response's body. */
  execute: (input: Input, call: ApiCall) => unknown;
  /** Runs between the execution and the response. */
  beforeAnswer?: () => Promise<void>;
}

/** A call that has not been validated yet. */
interface IncomingCall<Input> {
  definition: EndpointDefinition<Input>;
  req: Request;
  requestId: string;
  fault: Fault | null;
}

/**
 * Handles one endpoint of the provider's interface: keys, idempotency, errors, events and faults.
 */
export function apiCall<Input>(
  stripe: StripeSandbox,
  endpoint: Endpoint,
  definition: EndpointDefinition<Input>,
): RequestHandler {
  return async (req, res) => {
    stripe.countCall(endpoint);
    const requestId = `req_${randomText(14)}`;
    res.set({ 'request-id': requestId, 'stripe-version': API_VERSION });
    const fault = stripe.faults.next(endpoint);
    const isCarriedOut = fault === null || takesEffect(fault);
    const incoming = { definition, req, requestId, fault };
    const reply = isCarriedOut ? await carryOut(stripe, incoming) : null;
    stripe.faults.send(res, fault, reply);
  };
}

async function carryOut<Input>(
  stripe: StripeSandbox,
  incoming: IncomingCall<Input>,
): Promise<Reply> {
  const { req, definition, fault } = incoming;
  try {
    const tree = parseForm(textOf(req));
    const caller = callerOf(bearerOf(req.get('authorization')) ?? textIn(tree, 'key'));
    if (!definition.isPublic) refuseBrowser(caller);

    const keyed = keyedCallOf(req);
    const firstResponse = keyed && stripe.idempotencyKeys.begin(keyed);
    if (firstResponse) {
      const headers = {
        'idempotent-replayed': 'true',
        'original-request': firstResponse.requestId,
      };
      return { status: firstResponse.status, body: firstResponse.body, headers };
    }
    try {
      if (fault?.kind === 'delay') await stripe.faults.wait(fault.ms);
      const reply = await execute(stripe, incoming, tree, caller, keyed);
      if (reply.status === 200) await definition.beforeAnswer?.();
      return reply;
    } finally {
      if (keyed) stripe.idempotencyKeys.finish(keyed);
    }
  } catch (error) {
    return refusal(error, 'server');
  }
}

async function execute<Input>(
  stripe: StripeSandbox,
  { req, definition, requestId, fault }: IncomingCall<Input>,
  tree: FormTree,
  caller: Caller,
  keyed: KeyedCall | null,
): Promise<Reply> {
  const params = new Params(tree);
  params.ignore('key', '_stripe_version');
  const call: ApiCall = {
    params,
    id: typeof req.params.id === 'string' ? req.params.id : '',
    caller,
    expand: params.list('expand') ?? [],
    cause: { id: requestId, idempotency_key: keyed?.key ?? null },
    origin: `${req.protocol}://${req.get('host') ?? ''}`,
  };
  const { result, announced } = stripe.perform(() => {
    const { reply, isValidation } = attempt(() => answerTo(call, definition), caller);
    if (keyed && !isValidation) {
      const isOverruled = fault?.kind === 'answer' && fault.isKept;
      const { status, body } = isOverruled ? fault : reply;
      stripe.idempotencyKeys.store(keyed, { status, body, requestId });
    }
    return reply;
  });
  if (stripe.switches.announcesBeforeAnswer) await announced;
  return result;
}

function answerTo<Input>(
  call: ApiCall,
  { read, execute, expandable = [] }: EndpointDefinition<Input>,
): unknown {
  refuseUnknownExpansions(call.expand, call.caller === 'server' ? expandable : []);
  const input = read(call);
  call.params.refuseOthers();
  return execute(input, call);
}

function attempt(run: () => unknown, caller: Caller) {
  try {
    return { reply: ok(run()), isValidation: false };
  } catch (error) {
    const reply = refusal(error, caller);
    return { reply, isValidation: error instanceof StripeApiError && error.isValidation };
  }
}

function refusal(error: unknown, caller: Caller): Reply {
  if (!(error instanceof StripeApiError)) throw error;
  const fields = error.error;
  const intent = fields.payment_intent;
  const visible =
    intent === undefined || caller === 'server'
      ? fields
      : { ...fields, payment_intent: publicView(intent) };
  return { status: error.status, body: { error: visible } };
}

/** The parameters as sent: in the query, or in the body of a POST. */
function textOf(req: Request): string {
  if (req.method !== 'POST') return req.url.split('?')[1] ?? '';
  return typeof req.body === 'string' ? req.body : '';
}

function textIn(tree: FormTree, name: string): string | undefined {
  const value = tree.get(name);
  return typeof value === 'string' ? value : undefined;
}

function keyedCallOf(req: Request): KeyedCall | null {
  const key = req.get('idempotency-key');
  if (req.method !== 'POST' || key === undefined) return null;
  return { key, fingerprint: fingerprintOf(req.method, req.path, textOf(req)) };
}
