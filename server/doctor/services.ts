import { Issuer } from '#server/auth/index';
import { newestBackup } from '#server/backup/index';
import type { Config } from '#server/config/index';
import { createMailer } from '#server/emails/index';
import { openUploads, probeStorage, S3Error } from '#server/images/index';
import { createLogger } from '#server/platform/logger';
import { type Check, codeOf, type Finding, fault, ok, warning } from './finding';

const HOUR_MS = 60 * 60 * 1_000;
const OLD_BACKUP_MS = 24 * HOUR_MS;

/** Checks the other external services that the server needs. */
export const serviceChecks = (config: Config): Check[] => [
  { about: 'mail', run: async () => [await checkMail(config)] },
  { about: 'uploads', run: async () => [await checkUploads(config)] },
  { about: 'sign-in', run: async () => [await checkSignIn(config)] },
  { about: 'backup', run: async () => [await checkBackups(config)] },
];

async function checkMail({ mail: { smtp, from } }: Config): Promise<Finding> {
  const about = 'mail';
  if (smtp === null) return warning(about, 'receipts are not mailed: SMTP_URL is not set');
  const problem = await createMailer({ smtp, from }).probe();
  return problem === null
    ? ok(about, 'the mail server accepts our connection')
    : fault(about, `the mail server rejects our connection (${problem}): look at SMTP_URL`);
}

async function checkUploads(config: Config): Promise<Finding> {
  const about = 'uploads';
  const { storages } = openUploads({ config, logger: createLogger('silent') });
  try {
    for (const storage of storages) await probeStorage(storage);
    return ok(about, 'pictures can be stored, listed and removed');
  } catch (error) {
    if (error instanceof S3Error) {
      return fault(about, `the bucket refuses (${error.reason}): look at the UPLOADS_S3_ settings`);
    }
    return fault(about, `DATA_DIR cannot be written (${codeOf(error)}): change its owner`);
  }
}

async function checkSignIn({ oidc }: Config): Promise<Finding> {
  const about = 'sign-in';
  if (oidc === null) return fault(about, 'OIDC_ISSUER_URL is not set');
  try {
    await new Issuer({ ...oidc, backchannelOrigin: null }).configuration();
    return ok(about, 'the issuer publishes its sign-in address');
  } catch (error) {
    const what = `does not publish a sign-in address (${codeOf(error)}): look at OIDC_ISSUER_URL`;
    return fault(about, `the issuer ${what}`);
  }
}

async function checkBackups({ backupDir }: Config): Promise<Finding> {
  const about = 'backup';
  const newest = await newestBackup(backupDir);
  if (!newest) return warning(about, 'there is none in BACKUP_DIR: npm run db:backup');
  const age = Date.now() - newest.at.getTime();
  const text = `the newest is ${Math.floor(age / HOUR_MS)} h old`;
  return age > OLD_BACKUP_MS ? warning(about, `${text}: npm run db:backup`) : ok(about, text);
}
