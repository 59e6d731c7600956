import { expect, test } from 'vitest';
import { describeTimes, playwrightTimes, vitestTimes } from './durations.mjs';

test('the time of Vitest’s files is added up by the folder of the tests', () => {
  const file = (name: string, startTime: number, endTime: number) => ({
    name: `${process.cwd()}/${name}`,
    startTime,
    endTime,
  });
  const testResults = [
    file('tests/server/one.test.ts', 1_000, 3_000),
    file('tests/server/two.test.ts', 1_000, 6_000),
    file('shared/domain/sum.test.ts', 0, 400),
  ];
  expect(describeTimes(vitestTimes({ testResults }))).toEqual([
    'seconds by group: server 7, unit 0',
    'seconds by file: tests/server/two.test.ts 5, tests/server/one.test.ts 2, shared/domain/sum.test.ts 0',
  ]);
});

test('the time of Playwright’s tests is added up by project and by file', () => {
  const spec = (file: string, projectName: string, ...durations: number[]) => ({
    file,
    tests: [{ projectName, results: durations.map((duration) => ({ duration })) }],
  });
  const report = {
    suites: [
      { specs: [spec('a.spec.ts', 'browser', 1_000)] },
      {
        specs: [spec('b.spec.ts', 'engines', 5_000)],
        suites: [{ specs: [spec('a.spec.ts', 'browser', 1_000, 1_000)] }],
      },
    ],
  };
  expect(describeTimes(playwrightTimes(report))).toEqual([
    'seconds by group: engines 5, browser 3',
    'seconds by file: b.spec.ts 5, a.spec.ts 3',
  ]);
});
