import { z } from 'zod';
import type { SandboxLogger } from '#sandbox/logger';
import { ProviderSandbox } from '#sandbox/provider-sandbox';
import { StateFile } from '#sandbox/state-file';
import { parseVkey, type VerifierKey } from '#shared/open-count/note';
import { Witness, type WitnessAnswer } from '#shared/open-count/witness';
import { WITNESS_SANDBOX_SIGNER } from './credentials';

interface WitnessSandboxOptions {
  /** Of the application whose log it looks after; asked when needed. */
  appUrl: () => string;
  /** What it remembers across restarts; null for nothing. */
  stateFile: string | null;
  logger: SandboxLogger;
}

const KEYS_TIMEOUT_MS = 5_000;
/** Newest checkpoints, by the name that a witness has for each log. */
const state = z.record(z.string(), z.string());

/** A witness from the inside: it looks after the application that it stands beside. */
export class WitnessSandbox extends ProviderSandbox<'add-checkpoint', { isUnreachable: boolean }> {
  readonly #witness: Witness;
  #checkpoints: z.output<typeof state> = {};

  constructor({ appUrl, stateFile, logger }: WitnessSandboxOptions) {
    super({ isUnreachable: false });
    const snapshot = () => this.#checkpoints;
    const file =
      stateFile === null
        ? null
        : new StateFile({ path: stateFile, schema: state, snapshot, logger });
    this.#checkpoints = file?.load() ?? {};
    this.#witness = new Witness({
      signer: WITNESS_SANDBOX_SIGNER,
      logs: () => readKeys(appUrl()),
      memory: {
        read: async (log) => this.#checkpoints[log] ?? null,
        keep: async (log, checkpoint) => {
          this.#checkpoints[log] = checkpoint;
          file?.changed();
          await file?.flush();
        },
      },
      now: () => new Date(),
    });
  }

  addCheckpoint(body: Uint8Array): Promise<WitnessAnswer> {
    return this.#witness.addCheckpoint(body);
  }

  /** What it has signed last, of the log of that name; null for nothing. */
  checkpoint(log: string): Promise<string | null> {
    return this.#witness.checkpoint(log);
  }

  /** As new: it remembers no log either. */
  override reset(): void {
    super.reset();
    this.#checkpoints = {};
  }
}

/** Believed as they are at the moment. */
async function readKeys(appUrl: string): Promise<VerifierKey[]> {
  const signal = AbortSignal.timeout(KEYS_TIMEOUT_MS);
  const answer = await fetch(`${appUrl}/count/key`, { redirect: 'manual', signal });
  if (!answer.ok) throw new Error(`the application tells no key: HTTP ${answer.status}`);
  return (await answer.text()).trim().split('\n').map(parseVkey);
}
