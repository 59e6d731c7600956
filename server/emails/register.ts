import type { Config, MailSettings } from '#server/config/index';
import type { Database } from '#server/db/client';
import type { ReceiptPictures } from '#server/pictures/index';
import type { Logger } from '#server/platform/logger';
import type { Registry } from '#server/room';
import type { LiveSettings } from '#server/settings/index';
import { createMailer } from './mailer';
import { startReceiptMailing } from './receipt-mailing';

interface EmailDeps {
  config: Pick<Config, 'mail' | 'publicUrl' | 'moneyNotice'>;
  db: Database;
  event: Pick<LiveSettings, 'current' | 'at'>;
  receiptPictures: ReceiptPictures;
  /** The mail server; null when no e-mails are sent. */
  smtp: MailSettings['smtp'] | null;
  logger: Logger;
}

export function registerEmails(
  { worker }: Pick<Registry, 'worker'>,
  { config, db, event, receiptPictures: pictures, smtp, logger }: EmailDeps,
): void {
  if (!smtp) return;
  const { publicUrl, mail, moneyNotice } = config;
  const isTest = moneyNotice !== null;
  const site = (createdAt: Date) => {
    // An archived edition does not change any more, but its organiser must stay reachable.
    const { contact } = event.current.settings;
    return { publicUrl, event: { ...event.at(createdAt).settings, contact }, isTest };
  };
  worker('receipts by e-mail', () => {
    const mailer = createMailer({ smtp, from: mail.from });
    return startReceiptMailing({ db, mailer, site, pictures, logger });
  });
}
