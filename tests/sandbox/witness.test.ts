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
let keyResponse: string | null;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'awards-sandbox-'));
  keyResponse = `${log.vkey}\n`;
  application = createServer((req, res) => {
    if (req.url === '/count/key' && keyResponse !== null) res.end(keyResponse);
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
  const requestCosignature = (body: string) =>
    http.post('/sandbox/witness/add-checkpoint').send(body);
  return { http, witness, requestCosignature };
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
    const { http, requestCosignature } = start();
    const { status, headers, text } = await requestCosignature(await log.cosignatureRequest(0, 3));
    const answer = { status, contentType: headers['content-type'] ?? '', body: text };
    const sent = `${await textOf(3)}\n`;
    const verdict = await readWitnessAnswer(answer, sent, WITNESS_SANDBOX_SIGNER.key, new Date());
    expect(verdict).toMatchObject({ outcome: 'cosigned' });
    const address = `/sandbox/witness/${originHash(log.key.name)}/checkpoint`;
    expect((await http.get(address)).text).toBe(`${await log.checkpoint(3)}${text}`);

    const later = start();
    const behind = await later.requestCosignature(await log.cosignatureRequest(1, 5)).expect(409);
    expect(behind.headers['content-type']).toBe('text/x.tlog.size');
    expect(behind.text).toBe('3\n');
    await later.requestCosignature(await log.cosignatureRequest(3, 5)).expect(200);
  });

  test('rejects another log, and one that contradicts what it signed', async () => {
    const { http, requestCosignature } = start();
    await http.get(`/sandbox/witness/${originHash(log.key.name)}/checkpoint`).expect(404);
    await requestCosignature(await log.cosignatureRequest(0, 5)).expect(200);
    await requestCosignature(await SmallLog.ofLines(9, 'forged').cosignatureRequest(5, 6)).expect(
      422,
    );
    await requestCosignature('nonsense').expect(400);
    await requestCosignature('x'.repeat(200_000)).expect(413);
    keyResponse = 'no key\n';
    await requestCosignature(await log.cosignatureRequest(5, 6)).expect(500);
  });

  test('is unavailable as long as the application is', async () => {
    keyResponse = null;
    const { requestCosignature } = start();
    await requestCosignature(await log.cosignatureRequest(0, 3)).expect(500);
    keyResponse = `${log.vkey}\n`;
    await requestCosignature(await log.cosignatureRequest(0, 3)).expect(200);
  });

  test('fails on request', async () => {
    const { witness, requestCosignature } = start();
    witness.failNext('add-checkpoint', { kind: 'html', status: 502 });
    await requestCosignature(await log.cosignatureRequest(0, 3)).expect(502);
    witness.configure({ isUnreachable: true });
    await expect(requestCosignature(await log.cosignatureRequest(0, 3))).rejects.toThrow();
    witness.reset();
    await requestCosignature(await log.cosignatureRequest(0, 3)).expect(200);
    expect(witness.callCount('add-checkpoint')).toBe(1);
  });
});
