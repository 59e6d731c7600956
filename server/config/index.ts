export {
  type Config,
  ConfigError,
  loadConfig,
  type OidcSettings,
  origin,
} from './config';
export { readEnvironment } from './environment';
export type { MailSettings } from './mail-settings';
export { CLIENT_DIST_DIR, DEMO_PICTURES_DIR, MIGRATIONS_DIR, PROJECT_ROOT } from './paths';
export { publicConfig } from './public-config';
export type { BucketSettings } from './upload-settings';
