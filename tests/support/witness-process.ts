import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { PROJECT_ROOT } from '#server/config/paths';
import { builtProgram } from './built-program';

const KILL_AT_RENAME = path.join(PROJECT_ROOT, 'tests', 'support', 'killed-at-rename.mjs');

interface WitnessOptions {
  folder: string;
  log: string;
  name?: string;
  /** The port of all runs; a free port by default. */
  port?: number;
  /** Kills the process when it stores a checkpoint: before the file exists, or just after. */
  killed?: 'before' | 'after';
}

/** `npm run ledger:witness`, as run on another machine: without our settings. */
export class WitnessProcess {
  readonly vkey: string;
  readonly url: string;
  readonly #child: ChildProcess;
  #printed: string;

  private constructor(child: ChildProcess, printed: string, [vkey, url]: [string, string]) {
    this.#child = child;
    this.#printed = printed;
    this.vkey = vkey;
    this.url = url;
    child.stdout?.on('data', (chunk: Buffer) => {
      this.#printed += chunk.toString('utf8');
    });
  }

  static async start({ folder, log, name, port, killed }: WitnessOptions) {
    const child = spawn(
      process.execPath,
      [
        ...(killed ? ['--import', KILL_AT_RENAME] : []),
        builtProgram('commands/ledger/witness'),
        ...['--folder', folder, '--name', name ?? 'witness.example/w1', '--log', log],
        ...['--port', String(port ?? 0)],
      ],
      {
        cwd: path.dirname(folder),
        env: { PATH: process.env.PATH, ...(killed ? { KILLED_AT_RENAME: killed } : {}) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let printed = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      printed += String(chunk);
      const [, vkey, url] = /^ {2}(\S+) (http:\S+)\n/m.exec(printed) ?? [];
      if (vkey && url) return new WitnessProcess(child, printed, [vkey, url]);
    }
    throw new Error(`the witness did not start:\n${printed}`);
  }

  /** Its whole standard output. */
  get printed(): string {
    return this.#printed;
  }

  /** @returns null when there was no response */
  async addCheckpoint(
    body: string,
  ): Promise<{ status: number; type: string | null; body: string } | null> {
    try {
      const answer = await fetch(`${this.url}/add-checkpoint`, { method: 'POST', body });
      const type = answer.headers.get('content-type');
      return { status: answer.status, type, body: await answer.text() };
    } catch {
      return null;
    }
  }

  /** Resolves once the process has ended, by itself or by this signal. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }
}
