import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './lib/run.mjs';

const FOLDER = path.join(ROOT, 'docs');
const text = readFileSync(path.join(FOLDER, 'security.md'), 'utf8');

/** Requirements of OWASP ASVS 5.0, levels 1 and 2, by chapter. */
const REQUIREMENTS = [
  'V1.1.1–2, V1.2.1–9, V1.3.1–11, V1.4.1–3, V1.5.1–2',
  'V2.1.1–3, V2.2.1–3, V2.3.1–4, V2.4.1',
  'V3.2.1–2, V3.3.1–4, V3.4.1–6, V3.5.1–5, V3.7.1–2',
  'V4.1.1–3, V4.2.1, V4.3.1–2, V4.4.1–4',
  'V5.1.1, V5.2.1–3, V5.3.1–2, V5.4.1–3',
  'V6.1.1–3, V6.2.1–12, V6.3.1–4, V6.4.1–4, V6.5.1–5, V6.6.1–3, V6.8.1–4',
  'V7.1.1–3, V7.2.1–4, V7.3.1–2, V7.4.1–5, V7.5.1–2, V7.6.1–2',
  'V8.1.1–2, V8.2.1–3, V8.3.1, V8.4.1',
  'V9.1.1–3, V9.2.1–4',
  'V10.1.1–2, V10.2.1–2, V10.3.1–4, V10.4.1–11, V10.5.1–5, V10.6.1–2, V10.7.1–3',
  'V11.1.1–2, V11.2.1–3, V11.3.1–3, V11.4.1–4, V11.5.1, V11.6.1',
  'V12.1.1–3, V12.2.1–2, V12.3.1–4',
  'V13.1.1, V13.2.1–5, V13.3.1–2, V13.4.1–5',
  'V14.1.1–2, V14.2.1–4, V14.3.1–3',
  'V15.1.1–3, V15.2.1–3, V15.3.1–7',
  'V16.1.1, V16.2.1–5, V16.3.1–4, V16.4.1–3, V16.5.1–3',
];
const VERDICTS = ['met', 'accepted otherwise', 'not applicable'];

const numbered = (section: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`);

/** Splits `V6.1.1–2, V6.3.1` into three requirements. */
const idsIn = (cell: string): string[] =>
  cell.split(', ').flatMap((part) => {
    const [, section = '', from, to] = /^(V\d+\.\d+)\.(\d+)(?:–(\d+))?$/.exec(part) ?? [];
    return from === undefined
      ? [`not a requirement: ${part}`]
      : numbered(section, +from, +(to ?? from));
  });

/** Returns the text of a section, including its subsections. */
const sectionNamed = (heading: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';

const rows = [
  ...sectionNamed('Requirements').matchAll(/^\| (V[^|]+) \| ([^|]+) \| ([^|]+) \|$/gm),
].map(([, ids = '', verdict = '', why = '']) => ({
  ids: ids.trim(),
  verdict: verdict.trim(),
  why,
}));

const inBackticks = (markdown: string) =>
  [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const FILE = /^[a-z.][\w./-]*\.(tsx?|mjs|md|sql|json|svg)$|^\.(npmrc|env\.example)$/;
const OUR_FOLDER = /^(client|demo|docs|migrations|sandbox|scripts|server|shared|tests)\//;
const filesIn = (markdown: string) =>
  inBackticks(markdown).filter((code) => FILE.test(code) || OUR_FOLDER.test(code));
/** Tests without a folder in the document are those of the server. */
const isExisting = (file: string) =>
  [ROOT, path.join(ROOT, 'tests/server')].some((folder) => existsSync(path.join(folder, file)));

const anchorOf = (heading: string): string =>
  `#${heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')}`;

describe('docs/security.md', () => {
  test('names only existing files', () => {
    const files = filesIn(text);
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((file) => !isExisting(file))).toEqual([]);
  });

  test('links only to existing targets', () => {
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const isValid = (link: string) =>
      link.startsWith('#') ? anchors.includes(link) : existsSync(path.join(FOLDER, link));
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !isValid(link))).toEqual([]);
  });

  test('contains each requirement once', () => {
    const all = REQUIREMENTS.flatMap(idsIn);
    expect(all).toHaveLength(246);
    expect(rows.flatMap(({ ids }) => idsIn(ids)).sort()).toEqual(all.sort());
  });

  test('uses only the three verdicts', () => {
    expect(rows.filter(({ verdict }) => !VERDICTS.includes(verdict))).toEqual([]);
  });

  test('names a test for each requirement that is met', () => {
    const isTest = (file: string) => /\.(test|spec)\.ts$|contract\.ts$/.test(file);
    const met = rows.filter(({ verdict }) => verdict === 'met');
    expect(met.filter(({ why }) => !filesIn(why).some(isTest))).toEqual([]);
  });

  test('describes each key of the environment', () => {
    const environment = readFileSync(path.join(ROOT, '.env.example'), 'utf8');
    const names = [...environment.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = '']) => name);
    const keys = names.filter((name) =>
      /SECRET|KEY|TOKEN|PASSWORD|USER|^(DATABASE|DATABASE_OWNER|SMTP)_URL$|CLIENT_ID/.test(name),
    );
    expect(keys.length).toBeGreaterThan(15);
    const described = inBackticks(sectionNamed('Keys'));
    expect(keys.filter((key) => !described.includes(key))).toEqual([]);
  });
});
