export { ErrorBoundary, PageFallback } from './components/error-boundary';
export { LanguageSwitcher } from './components/language-switcher';
export { Logo } from './components/logo';
export { SiteFooter } from './components/site-footer';
export { SiteHeader } from './components/site-header';
export { useArrival } from './use-arrival';
