export { Announcement } from './components/announcement';
export { ContactLinks } from './components/contact-links';
export { ErrorBoundary, PageFallback } from './components/error-boundary';
export { LanguageSwitcher } from './components/language-switcher';
export { Logo } from './components/logo';
export { MoneyNotice } from './components/money-notice';
export { SiteFooter } from './components/site-footer';
export { SiteHeader } from './components/site-header';
export { useArrival } from './use-arrival';
