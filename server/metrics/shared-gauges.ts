import { statfs } from 'node:fs/promises';
import { Gauge, Registry } from 'prom-client';
import type { Config } from '#server/config/index';
import { PAYMENT_METHODS } from '#shared/domain/payment';
import { ROUTE_STATES } from '#shared/domain/provider-routes';
import type { Books } from './books';

export interface SharedGaugesDeps {
  config: Pick<Config, 'dataDir' | 'mobileMoneyProviders'>;
  /** All providers that payments may have. */
  providers: readonly string[];
  /** False when no mail is sent, in which case waiting mails are not reported. */
  sendsMail: boolean;
  /** Null when the database does not respond in time. */
  readBooks(): Promise<Books | null>;
  /** Time of the latest backup on this machine; null when there is none. */
  newestBackup(): Promise<Date | null>;
}

/**
 * Gauges of shared state, read once per scrape. Those starting with `awards_database_` have the
 * same value on every server: use their maximum, never their sum.
 */
export function sharedGauges(deps: SharedGaugesDeps): () => Promise<string> {
  const database = new Registry();
  const machine = new Registry();
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
    registry = database,
  ) => new Gauge({ name: `awards_${name}`, help, labelNames, registers: [registry] });

  const inState = gauge('database_payments', 'Payments by state.', [
    'method',
    'state',
    'attempted',
  ]);
  const open = gauge(
    'database_open_payments',
    'Pending payments with an attempt that are being checked.',
    ['method'],
  );
  const oldest = gauge(
    'database_oldest_open_payment_seconds',
    'Age of the oldest of them; 0 if there is none.',
    ['method'],
  );
  const checks = gauge('database_checks_due', 'Checks that are due and not started.', ['provider']);
  const checkLag = gauge(
    'database_check_lag_seconds',
    'How long the oldest check has been due; 0 if there is none.',
    ['provider'],
  );
  const route = gauge(
    'database_provider_route',
    '1 for the present state of a mobile money provider for an operator.',
    ['provider', 'operator', 'state'],
  );
  const mails = gauge('database_mails_due', 'Receipts by e-mail that are due and not started.');
  const mailLag = gauge(
    'database_mail_lag_seconds',
    'How long the oldest of them has been due; 0 if there is none.',
  );
  const unlogged = gauge(
    'database_open_count_waiting',
    'Payments counted or reversed without an entry in the open count.',
  );
  const openCountLag = gauge(
    'database_open_count_lag_seconds',
    'How long the oldest has waited for an entry in the open count, or its signature; 0 if there is none.',
  );
  const clientErrors = gauge(
    'database_phone_failures',
    "Failures of the site's code reported by browsers, in this hour and the one before.",
    ['browser'],
  );
  const needALook = gauge('database_payments_needing_a_look', 'Payments with an open flag.');
  const votes = gauge('database_votes', 'Votes in the totals.');
  const money = gauge(
    'database_money_minus_votes',
    'Money taken by completed payments minus the price of their votes, in minor units; must be 0.',
    ['currency'],
  );
  const missing = gauge(
    'database_votes_minus_totals',
    'Votes of completed payments minus those in the totals; must be 0.',
  );
  const differences = gauge(
    'database_count_differences',
    'Differences found by the last full recount and the last recount of new entries; must be 0.',
  );
  const answers = gauge('database_answers', '1 while the database responds.', [], machine);
  const isOpen = gauge('voting_open', '1 while new payments may start.', [], machine);
  const disk = gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR.', [], machine);
  const diskSize = gauge('disk_size_bytes', 'Size of the disk of DATA_DIR.', [], machine);
  const backup = gauge(
    'newest_backup_timestamp_seconds',
    'Time of the latest backup in BACKUP_DIR; 0 if there is none.',
    [],
    machine,
  );

  function setBooks(books: Books): void {
    inState.reset();
    for (const { method, status: state, isAttempted, payments } of books.counts) {
      inState.inc({ method, state, attempted: isAttempted ? 'yes' : 'no' }, payments);
    }
    for (const method of PAYMENT_METHODS) {
      open.set({ method }, books.open[method].count);
      oldest.set({ method }, books.open[method].oldestSeconds);
    }
    for (const provider of deps.providers) {
      const due = books.checks.get(provider);
      checks.set({ provider }, due?.count ?? 0);
      checkLag.set({ provider }, due?.lagSeconds ?? 0);
    }
    route.reset();
    for (const { provider, operator, state } of books.routes) {
      // A former provider takes no new payments, and nobody probes it.
      if (!deps.config.mobileMoneyProviders.includes(provider)) continue;
      for (const each of ROUTE_STATES) {
        route.set({ provider, operator, state: each }, each === state ? 1 : 0);
      }
    }
    if (deps.sendsMail) {
      mails.set(books.mails.count);
      mailLag.set(books.mails.lagSeconds);
    }
    unlogged.set(books.openCount.count);
    openCountLag.set(books.openCount.lagSeconds);
    clientErrors.reset();
    for (const { browser, count } of books.clientErrors.browsers) {
      clientErrors.set({ browser }, count);
    }
    needALook.set(books.needALook);
    votes.set(books.countedVotes);
    money.set({ currency: 'XAF' }, books.moneyMinusVotes.XAF);
    money.set({ currency: 'USD' }, books.moneyMinusVotes.USD);
    missing.set(books.votesMinusTotals);
    // The gauge has no value before the first recount: 0 would mean that there are no differences.
    if (books.countDifferences !== null) differences.set(books.countDifferences);
    else differences.remove();
  }

  async function setMachine(books: Books | null): Promise<void> {
    answers.set(books ? 1 : 0);
    const { bavail, blocks, bsize } = await statfs(deps.config.dataDir);
    disk.set(bavail * bsize);
    diskSize.set(blocks * bsize);
    backup.set(((await deps.newestBackup())?.getTime() ?? 0) / 1_000);
  }

  return async () => {
    const books = await deps.readBooks();
    // Keeps the last known value while the database is unreachable.
    if (books && books.isVotingOpen !== null) isOpen.set(books.isVotingOpen ? 1 : 0);
    await setMachine(books);
    if (!books) return machine.metrics();
    setBooks(books);
    return Registry.merge([machine, database]).metrics();
  };
}
