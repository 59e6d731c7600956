import { expect, test } from 'vitest';
import { findFolderCycles } from './folder-circles.mjs';

const imports = (...arrows: string[]) =>
  arrows.map((arrow) => {
    const [from = '', to = ''] = arrow.split(' -> ');
    return { from, to };
  });

test('folders that import in one direction make no cycle', () => {
  const oneWay = imports(
    'server/payments/checks/a.ts -> server/payments/lifecycle/b.ts',
    'server/payments/card/c.ts -> server/payments/checks/a.ts',
    'server/catalog/d.ts -> server/payments/index.ts',
    'server/payments/index.ts -> server/payments/card/c.ts',
  );
  expect(findFolderCycles(oneWay)).toEqual([]);
});

test('two folders that import each other by different files are a cycle', () => {
  const [cycle, ...others] = findFolderCycles(
    imports(
      'server/payments/checks/a.ts -> server/payments/lifecycle/b.ts',
      'server/payments/lifecycle/c.ts -> server/payments/checks/d.ts',
      'server/payments/card/e.ts -> server/payments/checks/a.ts',
    ),
  );
  expect(others).toEqual([]);
  expect(cycle).toContain('server/payments/lifecycle/c.ts imports server/payments/checks/d.ts');
  expect(cycle).not.toContain('card');
});

test('a cycle over three folders is found at the level where they lie side by side', () => {
  const cycles = findFolderCycles(
    imports('a/x/one.ts -> b/two.ts', 'b/two.ts -> c/three.ts', 'c/y/three.ts -> a/z/four.ts'),
  );
  expect(cycles).toHaveLength(1);
  expect(cycles[0]).toMatch(/^a, b, c |^b, c, a |^c, a, b /);
});
