import type { IncomingMessage } from 'node:http';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { json } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { z } from 'zod';
import type { PaymentProvider } from '#server/payments/index';
import { type Check, codeOf, type Finding, fault, ok, warning } from './finding';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Automatic renewal is done by then. */
const EXPIRES_SOON_MS = 14 * DAY_MS;
const NO_WEBHOOK = { method: 'POST', pathSuffix: null, query: {}, headers: {} } as const;

/** Checks our public address as browsers and providers see it, as far as possible from here. */
export const publicChecks = (
  publicUrl: string,
  providers: readonly PaymentProvider[],
  signal: AbortSignal,
): Check[] => [
  { about: 'address', run: () => checkAddress(publicUrl, signal) },
  ...providers.map((provider) => ({
    about: `webhook of ${provider.name}`,
    run: async () => [await checkWebhook(publicUrl, provider, signal)],
  })),
];

interface HttpResponse {
  status: number;
  body: unknown;
  /** Expiry of the certificate; null without one. */
  certifiedUntil: Date | null;
}

async function checkAddress(publicUrl: string, signal: AbortSignal): Promise<Finding[]> {
  const about = 'address';
  const answer = await sendRequest('GET', `${publicUrl}/api/health/live`, signal).catch(codeOf);
  if (typeof answer === 'string') {
    const advice = 'check PUBLIC_URL, its certificate and any proxy in front of us';
    return [fault(about, `PUBLIC_URL cannot be reached from here (${answer}): ${advice}`)];
  }
  const isOurs = z.object({ status: z.literal('ok') }).safeParse(answer.body).success;
  if (answer.status !== 200 || !isOurs) {
    const advice = 'is the server started, and does PUBLIC_URL lead to it?';
    return [
      fault(about, `PUBLIC_URL responds with ${answer.status}, unlike this server: ${advice}`),
    ];
  }
  return [ok(about, 'PUBLIC_URL leads to us'), ...certificateFindings(answer.certifiedUntil)];
}

function certificateFindings(until: Date | null): Finding[] {
  if (until === null) return [];
  const leftMs = until.getTime() - Date.now();
  const text = `ends in ${Math.floor(leftMs / DAY_MS)} days`;
  return [
    leftMs < EXPIRES_SOON_MS
      ? warning('certificate', `${text}: renew it before the event`)
      : ok('certificate', text),
  ];
}

/** Sends an unsigned webhook, which gets the same response there as here and has no effect. */
async function checkWebhook(
  publicUrl: string,
  provider: PaymentProvider,
  signal: AbortSignal,
): Promise<Finding> {
  const about = `webhook of ${provider.name}`;
  const path = `/api/webhooks/${provider.name}`;
  const reading = await provider.readWebhook({ ...NO_WEBHOOK, body: Buffer.from('{}') });
  const expected =
    reading.outcome === 'refused'
      ? { status: reading.status, body: z.object({ code: z.literal('webhook-refused') }) }
      : { status: 200, body: z.object({ received: z.literal(true) }) };
  const answer = await sendRequest('POST', `${publicUrl}${path}`, signal).catch(codeOf);
  if (typeof answer === 'string') return fault(about, `${path} cannot be reached (${answer})`);
  const isOurs = answer.status === expected.status && expected.body.safeParse(answer.body).success;
  return isOurs
    ? ok(about, `${path} responds correctly`)
    : fault(
        about,
        `${path} responds with ${answer.status}, unlike this server: does a proxy in front of us block providers?`,
      );
}

/** Uses Node's HTTP client, because a `fetch` response does not contain the certificate. */
async function sendRequest(
  method: 'GET' | 'POST',
  url: string,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const request = url.startsWith('https:') ? overHttps : overHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    request(url, { method, headers, signal, agent: false })
      .once('response', resolve)
      .once('error', reject)
      .end(method === 'POST' ? '{}' : undefined);
  });
  const { socket } = response;
  const certifiedUntil =
    socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : null;
  const body = await json(response).catch(() => undefined);
  return { status: response.statusCode ?? 0, body, certifiedUntil };
}
