import { inTime } from '#shared/domain/in-time';

/** A webhook as it goes over the wire; ready for `fetch(url, init)`. */
export interface WebhookRequest {
  url: string;
  init: {
    method: 'GET' | 'POST' | 'PUT';
    headers: Record<string, string>;
    body: string | null;
  };
}

interface PostOptions {
  timeoutMs: number;
  stopped: AbortSignal;
  /** Told the kind of error only: its message may quote the URL, which can carry a phone number. */
  onFailure: (kind: string) => void;
}

/**
 * Never rejects: an application that is away, or has no address yet, misses the webhook, as it
 * would in real life.
 * @returns the HTTP status of the application's answer; null when none came in time
 */
export async function postWebhook(
  build: () => WebhookRequest | Promise<WebhookRequest>,
  { timeoutMs, stopped, onFailure }: PostOptions,
): Promise<number | null> {
  const post = async (signal: AbortSignal) => {
    const { url, init } = await build();
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.status;
  };
  try {
    return await inTime(timeoutMs, post, stopped);
  } catch (error) {
    onFailure(error instanceof Error ? error.name : 'unknown');
    return null;
  }
}
