import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest start first, so that none runs alone at the end. Two of them spend their time waiting
 * for a provider that does not respond: they run one after the other, with other files in parallel.
 */
const LONGEST = [
  'tests/faults/provider-unreachable.test.ts',
  'tests/faults/killed-at-each-step.test.ts',
  'tests/faults/network-cut.test.ts',
  'tests/server/late-reports.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(file));
      if (place >= 0) return place;
      const isLong = project.name === 'faults' || moduleId.endsWith('-properties.test.ts');
      return LONGEST.length + (isLong ? 0 : 1);
    };
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  resolve: { alias: { '#client': path.resolve('client/src') } },
  test: {
    // Generous, so that tests do not time out on a machine that is ten times slower than ours.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // Most tests wait for a clock, a database or a provider: with four workers, two cores were half idle.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // These tests leave no state behind; starting a process per file would take most of the time.
          isolate: false,
          include: ['{client,server,shared,sandbox,demo,scripts}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: { name: 'sandbox', include: ['tests/sandbox/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // Each file has its own database and servers, and our modules hold no global state.
          isolate: false,
          restoreMocks: true,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          // As above; each file imports the whole server.
          isolate: false,
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
});
