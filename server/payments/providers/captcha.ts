import { z } from 'zod';
import type { PublicConfig } from '#shared/contracts/config';
import type { CaptchaSettings } from '../../config';
import { boundedAnswer } from '../../foreign-json';
import type { Logger } from '../../platform/logger';

/** What tells people from programs, where too many cards were declined. */
export interface Captcha {
  /** What the browser needs to ask. */
  widget: NonNullable<PublicConfig['captcha']>;
  /** @param token what the provider's widget gave the browser; it counts once */
  verify(token: string): Promise<'person' | 'refused' | 'unknown'>;
}

/** The provider's, played by the sandbox. */
export interface CaptchaSandbox {
  settings: CaptchaSettings;
  verifyUrl: string;
  scriptUrl: string;
}

/** Both take and answer the same. */
const VERIFY_URLS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};
const TIMEOUT_MS = 3_000;

const verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
});

/** @param sandbox used where no real settings are given; null in production */
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
    logger.warn({ captcha: provider, ...evidence }, 'the captcha does not say who is a person');
    return 'unknown' as const;
  };
  return {
    widget: { provider, siteKey, scriptUrl },
    async verify(token) {
      try {
        const answer = await fetch(verifyUrl, {
          method: 'POST',
          // Not the payer's address: the provider has seen it itself.
          body: new URLSearchParams({ secret: secretKey, response: token }),
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const said: unknown = await (await boundedAnswer(answer)).json();
        const { success, 'error-codes': codes } = verdict.parse(said);
        if (success) return 'person';
        // A wrong key of ours refuses everybody: that is no word about this payer.
        return codes.some((code) => code.endsWith('-secret')) ? unknown({ codes }) : 'refused';
      } catch (error) {
        return unknown({ trouble: error instanceof Error ? error.name : 'unknown' });
      }
    },
  };
}
