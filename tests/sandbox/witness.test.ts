import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, sandboxConnection, WITNESS_SANDBOX_SIGNER } from '#sandbox/index';
import { toVkey } from '#shared/open-count/note';
import { originHash, readWitnessAnswer } from '#shared/open-count/witness';
import { SmallLog } from '../support/small-log';

const silent = { info: () => undefined, warn: () => undefined };
const log = SmallLog.ofLines(9);

let folder: string;
let application: Server;
/** The application's response about its key; null for none yet. */
let keys: string | null;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'awards-sandbox-'));
  keys = `${log.vkey}\n`;
  application = createServer((req, res) => {
    if (req.url === '/count/key' && keys !== null) res.end(keys);
    else res.writeHead(503).end();
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  application.close();
  await rm(folder, { recursive: true });
});

function start() {
  const { port } = application.address() as AddressInfo;
  const appUrl = () => `http://127.0.0.1:${port}`;
  const { router, witness } = createSandbox({ appUrl, stateDir: folder, logger: silent });
  const http = request(express().use('/sandbox', router));
  const ask = (body: string) => http.post('/sandbox/witness/add-checkpoint').send(body);
  return { http, witness, ask };
}

const textOf = async (size: number) => (await log.checkpoint(size)).split('\n\n')[0] ?? '';

describe("the sandbox's witness", () => {
  test('is what an application of the sandbox is configured with', () => {
    const origin = 'http://127.0.0.1:3000';
    const { witnesses } = sandboxConnection({ origin, issuer: origin, app: origin });
    expect(witnesses).toEqual([
      { vkey: toVkey(WITNESS_SANDBOX_SIGNER.key), url: 'http://127.0.0.1:3000/sandbox/witness' },
    ]);
  });

  test('signs the log of the application beside it, also after a restart', async () => {
    const { http, ask } = start();
    const { status, headers, text } = await ask(await log.cosignatureRequest(0, 3));
    const answer = { status, contentType: headers['content-type'] ?? '', body: text };
    const sent = `${await textOf(3)}\n`;
    const verdict = await readWitnessAnswer(answer, sent, WITNESS_SANDBOX_SIGNER.key, new Date());
    expect(verdict).toMatchObject({ outcome: 'cosigned' });
    const address = `/sandbox/witness/${originHash(log.key.name)}/checkpoint`;
    expect((await http.get(address)).text).toBe(`${await log.checkpoint(3)}${text}`);

    const later = start();
    const behind = await later.ask(await log.cosignatureRequest(1, 5)).expect(409);
    expect(behind.headers['content-type']).toBe('text/x.tlog.size');
    expect(behind.text).toBe('3\n');
    await later.ask(await log.cosignatureRequest(3, 5)).expect(200);
  });

  test('rejects another log, and one that contradicts what it signed', async () => {
    const { http, ask } = start();
    await http.get(`/sandbox/witness/${originHash(log.key.name)}/checkpoint`).expect(404);
    await ask(await log.cosignatureRequest(0, 5)).expect(200);
    await ask(await SmallLog.ofLines(9, 'forged').cosignatureRequest(5, 6)).expect(422);
    await ask('nonsense').expect(400);
    await ask('x'.repeat(200_000)).expect(413);
    keys = 'no key\n';
    await ask(await log.cosignatureRequest(5, 6)).expect(500);
  });

  test('is unavailable as long as the application is', async () => {
    keys = null;
    const { ask } = start();
    await ask(await log.cosignatureRequest(0, 3)).expect(500);
    keys = `${log.vkey}\n`;
    await ask(await log.cosignatureRequest(0, 3)).expect(200);
  });

  test('fails on request', async () => {
    const { witness, ask } = start();
    witness.failNext('add-checkpoint', { kind: 'html', status: 502 });
    await ask(await log.cosignatureRequest(0, 3)).expect(502);
    witness.configure({ isUnreachable: true });
    await expect(ask(await log.cosignatureRequest(0, 3))).rejects.toThrow();
    witness.reset();
    await ask(await log.cosignatureRequest(0, 3)).expect(200);
    expect(witness.callCount('add-checkpoint')).toBe(1);
  });
});
