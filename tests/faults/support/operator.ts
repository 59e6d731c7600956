import { signerOf, toSigningKey } from '#shared/open-count/signer';
import { payments } from '#shared/schema';
import { builtProgram } from '../../support/built-program';
import { paymentIdOf, STORM_PROVIDERS, walletOf } from './storm';
import type { World } from './world';

/** How often a command is repeated that could not query everything. */
const MAX_RUNS = 5;

/** The key of the open count after this many repairs. */
export const ledgerKey = (repairs: number): string =>
  toSigningKey(signerOf(`vote.example/count-${repairs}`, 'log', new Uint8Array(32).fill(repairs)));

/** The commands an operator runs once the database has lost committed data. */
export class Operator {
  readonly #world: World;
  #repairs = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * Recovers the payments that only the providers know: by their lists, or where there is none, by
   * our ids as their portals show them.
   */
  async recoverPayments(since: Date): Promise<void> {
    await this.#runRecover(['--since', since.toISOString()]);
    const ourPayments = await this.#world.db.select({ id: payments.id }).from(payments);
    const ids = new Set(ourPayments.map(({ id }) => id));
    const missing = STORM_PROVIDERS.flatMap((provider) =>
      walletOf(this.#world.sandbox, provider)
        .transactions()
        .filter(({ status }) => status !== 'FAILED')
        .map((record) => paymentIdOf(provider, record))
        .filter((id) => !ids.has(id)),
    );
    if (missing.length > 0) await this.#runRecover(missing.flatMap((id) => ['--id', id]));
  }

  async #runRecover(args: string[]): Promise<void> {
    for (let run = 1; ; run++) {
      const { code, text } = await this.#world.runCommand(
        builtProgram('commands/ledger/recover'),
        args,
      );
      const isAnswered = !/run this again|Run this again/.test(text);
      if (isAnswered && (code === 0 || /tells no votes|knows it\./.test(text))) return;
      if (run === MAX_RUNS) throw new Error(`ledger:recover ${args.join(' ')}\n${text}`);
    }
  }

  /** Continues the open count under another name, and starts every server with it. */
  async repairCount(): Promise<void> {
    const key = { LEDGER_SIGNING_KEY: ledgerKey(++this.#repairs) };
    const reason = ['--reason', 'The database lost its last minute.'];
    const { code, text } = await this.#world.runCommand(
      builtProgram('commands/ledger/repair'),
      reason,
      key,
    );
    if (code !== 0) throw new Error(`ledger:repair\n${text}`);
    for (const server of this.#world.servers) {
      server.set(key);
      await server.stop();
      await server.start();
    }
  }
}
