import { queryOptions } from '@tanstack/react-query';
import type { PublicConfig } from '#shared/contracts/config';
import type { Language } from '#shared/domain/localized';
import { inTime, loadScript } from './load-script';

export type CaptchaSource = NonNullable<PublicConfig['captcha']>;

interface WidgetOptions {
  sitekey: string;
  theme: 'dark';
  /** The normal size is wider than the smallest screens. */
  size: 'compact';
  /** Only Turnstile has this option; hCaptcha takes it from the script's address. */
  language: Language;
  callback: (token: string) => void;
}

/** The API that both providers put on the page. */
interface CaptchaLibrary {
  /** @returns the id to pass to `remove` */
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

/** Both scripts are ready a moment after they have loaded, and then call a callback. */
async function load({ provider, scriptUrl }: CaptchaSource, language: Language) {
  const loaded = window[provider];
  if (loaded) return loaded;
  const ready = new Promise<void>((resolve) => {
    window.onCaptchaReady = resolve;
  });
  const parameters = new URLSearchParams({
    render: 'explicit',
    onload: 'onCaptchaReady',
    hl: language,
  });
  await loadScript(`${scriptUrl ?? SCRIPTS[provider]}?${parameters}`);
  await ready;
  const library = window[provider];
  if (!library) throw new Error(`${provider} loaded without its API`);
  return library;
}
