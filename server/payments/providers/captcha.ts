import { z } from 'zod';
import type { CaptchaSettings } from '#server/config/index';
import { boundedResponse } from '#server/platform/external-json/index';
import type { Logger } from '#server/platform/logger';
import type { PublicConfig } from '#shared/contracts/config';

/** Captcha required after too many declined cards. */
export interface Captcha {
  /** Data that the browser needs to show the captcha. */
  widget: NonNullable<PublicConfig['captcha']>;
  /** @param token from the provider's widget in the browser; valid once */
  verify(token: string): Promise<'person' | 'refused' | 'unknown'>;
}

/** The captcha provider simulated by the sandbox. */
export interface CaptchaSandbox {
  settings: CaptchaSettings;
  verifyUrl: string;
  scriptUrl: string;
}

/** Both providers take the same request and return the same response. */
const VERIFY_URLS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};
const TIMEOUT_MS = 3_000;

const verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
});

/** @param sandbox used when no real settings are given; null in production */
export function connectCaptcha(
  real: CaptchaSettings | null,
  sandbox: CaptchaSandbox | null,
  logger: Logger,
): Captcha | null {
  const source = real
    ? { settings: real, verifyUrl: VERIFY_URLS[real.provider], scriptUrl: null }
    : sandbox;
  if (!source) return null;
  const { settings, verifyUrl, scriptUrl } = source;
  const { provider, siteKey, secretKey } = settings;
  const unknown = (evidence: object) => {
    logger.warn({ captcha: provider, ...evidence }, 'the captcha provider gave no verdict');
    return 'unknown' as const;
  };
  return {
    widget: { provider, siteKey, scriptUrl },
    async verify(token) {
      try {
        const answer = await fetch(verifyUrl, {
          method: 'POST',
          // The payer's address is not sent: the provider has already seen it.
          body: new URLSearchParams({ secret: secretKey, response: token }),
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const body: unknown = await (await boundedResponse(answer)).json();
        const { success, 'error-codes': codes } = verdict.parse(body);
        if (success) return 'person';
        // If our secret key is wrong, the provider refuses every token, which proves nothing about
        // this payer.
        return codes.some((code) => code.endsWith('-secret')) ? unknown({ codes }) : 'refused';
      } catch (error) {
        return unknown({ trouble: error instanceof Error ? error.name : 'unknown' });
      }
    },
  };
}
