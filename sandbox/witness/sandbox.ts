import { z } from 'zod';
import type { SandboxLogger } from '#sandbox/logger';
import { ProviderSandbox } from '#sandbox/provider-sandbox';
import { StateFile } from '#sandbox/state-file';
import { parseVkey, type VerifierKey } from '#shared/open-count/note';
import { Witness, type WitnessResponse } from '#shared/open-count/witness';
import { WITNESS_SANDBOX_SIGNER } from './credentials';

interface WitnessSandboxOptions {
  /** Origin of the application whose log it witnesses; called when needed. */
  appUrl: () => string;
  /** File for its state across restarts; null stores nothing. */
  stateFile: string | null;
  logger: SandboxLogger;
}

const KEYS_TIMEOUT_MS = 5_000;
/** Latest checkpoints, by the witness's name for each log. */
const state = z.record(z.string(), z.string());

/** A simulated witness, which cosigns the log of the application that it runs with. */
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
        save: async (log, checkpoint) => {
          this.#checkpoints[log] = checkpoint;
          file?.changed();
          await file?.flush();
        },
      },
      now: () => new Date(),
    });
  }

  addCheckpoint(body: Uint8Array): Promise<WitnessResponse> {
    return this.#witness.addCheckpoint(body);
  }

  /** The last checkpoint it has signed of the log of that name; null for none. */
  checkpoint(log: string): Promise<string | null> {
    return this.#witness.checkpoint(log);
  }

  /** Resets everything, including the known logs. */
  override reset(): void {
    super.reset();
    this.#checkpoints = {};
  }
}

/** Trusts the keys that the application currently publishes. */
async function readKeys(appUrl: string): Promise<VerifierKey[]> {
  const signal = AbortSignal.timeout(KEYS_TIMEOUT_MS);
  const response = await fetch(`${appUrl}/count/key`, { redirect: 'manual', signal });
  if (!response.ok) throw new Error(`the application returned no key: HTTP ${response.status}`);
  return (await response.text()).trim().split('\n').map(parseVkey);
}
