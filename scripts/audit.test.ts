import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';

let registry: Server;
afterEach(() => registry.close());

/** Runs the audit against a registry with this response, or without this service if it is null. */
async function audit(advisories: object | null) {
  registry = createServer((req, res) => {
    const isAdvisoryRequest = req.url?.endsWith('/security/advisories/bulk') && advisories !== null;
    req.resume().on('end', () => {
      res.writeHead(isAdvisoryRequest ? 200 : 405, { 'Content-Type': 'application/json' });
      res.end(isAdvisoryRequest ? JSON.stringify(advisories) : '');
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as AddressInfo;
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` };
  return new Promise<{ code: number; output: string }>((resolve) => {
    const script = path.join(import.meta.dirname, 'audit.mjs');
    execFile(process.execPath, [script], { env }, (failure, out, error) => {
      resolve({ code: failure === null ? 0 : Number(failure.code), output: out + error });
    });
  });
}

const advisory = (severity: string) => [
  { id: 1, url: 'https://advisory.example', title: 'bad', severity, vulnerable_versions: '*' },
];

test('a severe vulnerability fails the audit, which names the package', async () => {
  const { code, output } = await audit({ express: advisory('high'), zod: advisory('moderate') });
  expect(output).toContain('express: high');
  expect(output).not.toContain('zod');
  expect(code).toBe(1);
}, 60_000);

test('a moderate vulnerability is counted and does not fail the audit', async () => {
  const { code, output } = await audit({ zod: advisory('moderate') });
  expect(output).toMatch(/vulnerabilities: [1-9]\d* known, 0 of them high or critical/);
  expect(code).toBe(0);
}, 60_000);

test('a registry without the service does not fail the audit, and that is reported', async () => {
  const { code, output } = await audit(null);
  expect(output).toContain('vulnerabilities: the registry does not respond');
  expect(code).toBe(0);
}, 60_000);

interface LockedPackage {
  dev?: true;
  devOptional?: true;
  integrity?: string;
  hasInstallScript?: true;
}

async function productionPackages() {
  const lock = await readFile(path.join(import.meta.dirname, '..', 'package-lock.json'), 'utf8');
  const packages: Record<string, LockedPackage> = JSON.parse(lock).packages;
  return Object.entries(packages).filter(
    ([name, { dev, devOptional }]) => name !== '' && !dev && !devOptional,
  );
}

test('every production package is locked with its hash', async () => {
  const packages = await productionPackages();
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
});

test('no production package runs a program when it is installed, or reports downloads', async () => {
  const violations = (await productionPackages()).filter(
    ([name, { hasInstallScript }]) => hasInstallScript || name.includes('@scarf'),
  );
  expect(violations).toEqual([]);
});
