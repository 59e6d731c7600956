export { ErrorBoundary, PageFallback } from './error-boundary';
export { LanguageSwitcher } from './language-switcher';
export { Logo } from './logo';
export { SiteFooter } from './site-footer';
export { SiteHeader } from './site-header';
export { useArrival } from './use-arrival';
