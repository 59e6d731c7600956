import { expect, test } from 'vitest';
import {
  climbingImports,
  crowdedFolders,
  misplacedFeatureFiles,
  roomOf,
} from './client-structure.mjs';

test('a feature has only the allowed file names at its top, and any names in components and model', () => {
  const feature = 'client/src/features/checkout';
  const allowedNames = [
    'index.ts',
    'api.ts',
    'screen.tsx',
    'hooks.ts',
    'use-draft.ts',
    'use-draft.test.ts',
  ];
  const files = [
    ...allowedNames.map((name) => `${feature}/${name}`),
    `${feature}/components/form.tsx`,
    `${feature}/model/price.ts`,
    `${feature}/card/index.ts`,
    `${feature}/card/model/session.ts`,
  ];
  expect(misplacedFeatureFiles(files)).toEqual([]);
  expect(misplacedFeatureFiles([`${feature}/form.tsx`, `${feature}/card/session.ts`])).toHaveLength(
    2,
  );
});

test('a folder contains at most fifteen files, not counting tests', () => {
  const folder = (count: number) =>
    Array.from({ length: count }, (_, index) => `server/http/file-${index}.ts`);
  expect(crowdedFolders([...folder(15), 'server/http/file-1.test.ts'])).toEqual([]);
  expect(crowdedFolders(folder(16))).toHaveLength(1);
});

test('an import goes up two folders at most', () => {
  expect(climbingImports('a.ts', "import { a } from '../../a';")).toEqual([]);
  const distantPath = ['..', '..', '..', 'a'].join('/');
  expect(climbingImports('a.ts', `import { a } from '${distantPath}';`)).toHaveLength(1);
});

test.each([
  ['client/src/features/admin/team/components/form.tsx', 'client/src/features/admin/team'],
  ['client/src/features/checkout/card/index.ts', 'client/src/features/checkout'],
  ['client/src/lib/api/retry-time.ts', 'client/src/lib'],
  ['server/admin/books/statement/routes.ts', 'server/admin/books'],
  ['server/app.ts', 'server/'],
  ['tests/server/pages.test.ts', null],
])('the room of %s is %s', (file, room) => {
  expect(roomOf(file)).toBe(room);
});
