export {
  type CaptchaSettings,
  type Config,
  ConfigError,
  loadConfig,
  type OidcSettings,
  origin,
} from './config';
export { readEnvironment } from './environment';
export { isLoopback } from './exposure';
export type { MailSettings } from './mail-settings';
export {
  API_DOCS_DIST_DIR,
  BEGIN_FILE,
  CLIENT_DIST_DIR,
  DEMO_PICTURES_DIR,
  MIGRATIONS_DIR,
  OPEN_COUNT_DOWNLOADS,
  PAGES_DIST_DIR,
  PROJECT_ROOT,
} from './paths';
export type { MoneyKind, ProviderVariables } from './provider-variables';
export type { BucketSettings } from './upload-settings';
export type { WitnessSettings } from './witness-settings';
