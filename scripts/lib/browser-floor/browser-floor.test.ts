import { describe, expect, test } from 'vitest';
import { withLayerBlocks } from './layer-blocks.mjs';
import { newerInScripts } from './scripts.mjs';
import { newerInStyles } from './styles.mjs';

const inScript = (source: string) =>
  newerInScripts([{ name: 'a.js', source }]).map(({ what }) => what);
const inStyle = (source: string) => newerInStyles('a.css', source).map(({ what }) => what);

describe('scripts', () => {
  test.each([
    ['a method of lists', 'x.toSorted()', '.toSorted()'],
    ['a method inside another call', 'f(list.findLast((item) => item))', '.findLast()'],
    ['a static method', 'URL.canParse(a)', 'URL.canParse'],
    [
      'a static method of a signal',
      'fetch(a, { signal: AbortSignal.timeout(1) })',
      'AbortSignal.timeout',
    ],
    [
      'a method of an object of the navigator',
      'navigator.storage.estimate().then(f)',
      'storage.estimate',
    ],
    ['a class of the browser', 'new CompressionStream("gzip")', 'CompressionStream'],
    ['syntax', 'class A { static { f() } }', 'static block'],
    ['a function in a field', 'class A { b = g(() => c) }', 'function in a class field'],
  ])('%s is reported', (_, source, what) => {
    expect(inScript(source)).toContain(what);
  });

  test.each([
    ['a method that a condition names', 'if (URL.canParse) URL.canParse(a)'],
    [
      'a class guarded by typeof',
      "typeof CompressionStream === 'function' && new CompressionStream('gzip')",
    ],
    ['an optional call', 'x.toSorted?.()'],
    ['code inside try', 'try { navigator.storage.estimate() } catch { }'],
    ['a function inside a method', 'class A { b = 1; c() { return g(() => d) } }'],
    ['a method defined by the script itself', 'class A { toSorted() {} } new A().toSorted()'],
    [
      'a method of the oldest supported browsers',
      'x.map(f).flatMap(g); x.at(-1); structuredClone(x)',
    ],
  ])('%s is not reported', (_, source) => {
    expect(inScript(source)).toEqual([]);
  });

  test("a member defined in one script does not allow the language's member of that name in another", () => {
    const findings = newerInScripts([
      { name: 'own.js', source: 'class A { toSorted() {} }' },
      { name: 'other.js', source: 'x.toSorted()' },
    ]);
    expect(findings.map(({ where }) => where.split(':')[0])).toEqual(['other.js']);
  });
});

describe('styles', () => {
  test.each([
    ['a property', '.a { translate: 1px }', /^translate/],
    ['a unit', '.a { height: 100dvh }', /^dvh/],
    ['a function', '.a { color: color-mix(in oklab, red, blue) }', /^color-mix/],
    ['a selector', '.a:has(b) { color: red }', /^:has/],
    ['an at-rule', '@container (width > 1px) { .a { color: red } }', /^@container/],
    ['a range', '@media (width > 1px) { .a { color: red } }', /^@media range/],
    [
      'a condition in a condition',
      '@media (not (min-width: 1px)) and (min-height: 1px) { .a { color: red } }',
      /^@media condition/,
    ],
    [
      'a layer statement that hangs some browsers',
      '@layer a; .a { color: red }',
      /^@layer without a block/,
    ],
  ])('%s is reported', (_, source, what) => {
    expect(inStyle(source)).toEqual([expect.stringMatching(what)]);
  });

  test.each([
    ['a unit after an older one for the same property', '.a { height: 100vh; height: 100dvh }'],
    ['a unit inside @supports', '@supports (height: 1dvh) { .a { height: 100dvh } }'],
    [
      'a property of the oldest supported browsers',
      '.a { display: grid; inset: 0; aspect-ratio: 1 }',
    ],
    [
      'a condition of the oldest supported browsers',
      '@media not all and (min-width: 1px) { .a { color: red } }',
    ],
  ])('%s is not reported', (_, source) => {
    expect(inStyle(source)).toEqual([]);
  });
});

test('layers keep their order when blocks declare them', () => {
  const css = '@layer base,utilities;@layer base{b{color:red}}@layer more;';
  const blocks = withLayerBlocks(css);
  expect(blocks).toBe('@layer base{}@layer utilities{}@layer base{b{color:red}}@layer more{}');
  expect(inStyle(blocks)).toEqual([]);
});
