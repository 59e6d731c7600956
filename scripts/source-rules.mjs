import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, run, runMain } from './lib/run.mjs';

/**
 * Rules that types and import rules cannot express: text that is only allowed in a few files.
 * @type {{ pattern: RegExp, where: RegExp, except: RegExp, instead: string }[]}
 */
const RULES = [
  {
    pattern: /\b(update|insert)\(payments\)|\b(update|insert into) \$\{payments\}/,
    where: /^server\/.*\.ts$/,
    except:
      /^server\/payments\/(lifecycle\/(rows\/(repository|hints)|write-decision)|mobile-money\/phone-hash)\.ts$|\.test\.ts$/,
    instead:
      'payments are written by lifecycle/rows/repository.ts, their state by lifecycle/write-decision.ts alone',
  },
  {
    pattern:
      /\b(update|insert|delete)( into| from)?(\(| \$\{)(nominationTotals|paymentEvents|paymentFlags)\b/,
    where: /^server\/.*\.ts$/,
    except: /^server\/(payments\/lifecycle|admin\/catalog)\/|\.test\.ts$/,
    instead: 'totals, events and flags are written by payments/lifecycle',
  },
  {
    pattern: /\b(update|insert|delete)\(refunds\)/,
    where: /^server\/.*\.ts$/,
    except: /^server\/payments\/lifecycle\/rows\/refund-state|\.test\.ts$/,
    instead:
      'refunds are written by payments/lifecycle/rows/refund-state.ts, while the payment is locked',
  },
  {
    pattern: /AbortSignal\.any\(/,
    where: /^(client|sandbox|scripts|server|shared|tools)\/.*\.(m?js|tsx?)$/,
    except: /\.test\.ts$|^scripts\/source-rules\.mjs$/,
    instead: 'Node 20 loses a time limit in such a signal; shared/domain/in-time.ts keeps it',
  },
  {
    pattern: /·/,
    where: /^(client|server|shared)\/.*\.(json|tsx?)$/,
    // The first file implements it; the others draw pictures.
    except:
      /^client\/src\/(ui\/separator\.tsx|features\/admin\/analytics\/model\/chart-config\.ts)$|^server\/pictures\/poster\.ts$|\.test\.ts$/,
    instead:
      'screen readers say “middle dot”: use Separator of ui/separator.tsx, or a comma in a text',
  },
];

const POINTS = 'server/payments/lifecycle/points.ts';

await runMain(async () => {
  const { output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    quiet: true,
  });
  let found = 0;
  for (const file of output.split('\n')) {
    const rules = RULES.filter(({ where, except }) => where.test(file) && !except.test(file));
    if (rules.length === 0) continue;
    const text = await readFile(path.join(ROOT, file), 'utf8').catch(() => '');
    for (const { pattern, instead } of rules) {
      for (const [index, line] of text.split('\n').entries()) {
        if (!pattern.test(line)) continue;
        console.error(`${file}:${index + 1}: ${instead}`);
        found += 1;
      }
    }
  }
  for (const name of await unusedPoints(output.split('\n'))) {
    console.error(`${POINTS}: no fault test covers '${name}'`);
    found += 1;
  }
  return found === 0 ? 0 : 1;
});

/**
 * Returns the steps of a payment that no fault test covers.
 * @param {string[]} files of the repository
 */
async function unusedPoints(files) {
  /** @param {string} file */
  const read = (file) => readFile(path.join(ROOT, file), 'utf8').catch(() => '');
  const tests = await Promise.all(
    files.filter((file) => file.startsWith('tests/faults/')).map(read),
  );
  const names = [...(await read(POINTS)).matchAll(/^ {2}\| '(.+)'/gm)].map(([, name]) => name);
  return names.filter((name) => !tests.some((text) => text.includes(`'${name}'`)));
}
