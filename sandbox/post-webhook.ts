import { inTime } from '#shared/domain/in-time';

/** A webhook as sent over the network; ready for `fetch(url, init)`. */
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
  /** Receives only the kind of error: the message may contain the URL, and so a phone number. */
  onFailure: (kind: string) => void;
}

/**
 * Sends a webhook and never rejects: an application that is down, or has no address yet, misses it,
 * as with a real provider.
 * @returns the HTTP status of the application's response; null when none arrived in time
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
