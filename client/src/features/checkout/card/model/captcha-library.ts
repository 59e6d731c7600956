import { queryOptions } from '@tanstack/react-query';
import type { PublicConfig } from '#shared/contracts/config';
import type { Language } from '#shared/domain/localized';
import { inTime, loadScript } from './load-script';

export type CaptchaSource = NonNullable<PublicConfig['captcha']>;

interface WidgetOptions {
  sitekey: string;
  theme: 'dark';
  /** The usual one is wider than the smallest pages. */
  size: 'compact';
  /** Known to Turnstile alone; hCaptcha is told with its script. */
  language: Language;
  callback: (token: string) => void;
}

/** What both providers put on the page. */
interface CaptchaLibrary {
  /** @returns what `remove` wants */
  render(place: HTMLElement, options: WidgetOptions): string;
  remove(widget: string): void;
}

declare global {
  interface Window {
    turnstile?: CaptchaLibrary;
    hcaptcha?: CaptchaLibrary;
    onCaptchaReady?: () => void;
  }
}

const SCRIPTS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
};

export const captchaLibrary = (source: CaptchaSource, language: Language) =>
  queryOptions({
    queryKey: ['captcha', source.provider],
    queryFn: () => inTime(load(source, language)),
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

/** Both scripts are there only a moment after they have arrived, and then call what they were told to. */
async function load({ provider, scriptUrl }: CaptchaSource, language: Language) {
  const loaded = window[provider];
  if (loaded) return loaded;
  const ready = new Promise<void>((resolve) => {
    window.onCaptchaReady = resolve;
  });
  const wishes = new URLSearchParams({
    render: 'explicit',
    onload: 'onCaptchaReady',
    hl: language,
  });
  await loadScript(`${scriptUrl ?? SCRIPTS[provider]}?${wishes}`);
  await ready;
  const library = window[provider];
  if (!library) throw new Error(`${provider} loaded without itself`);
  return library;
}
