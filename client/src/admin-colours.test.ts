import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import config from '../../tailwind.config';

const { colors } = config.theme.extend;
const styles = readFileSync(path.join(import.meta.dirname, 'styles.css'), 'utf8');
const tokens = new Map<string, string>(
  Object.entries(colors).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string'
      ? [[name, value]]
      : Object.entries(value).map(([shade, hex]) => [
          shade === 'DEFAULT' ? name : `${name}-${shade}`,
          hex,
        ]),
  ),
);

test('colours that the administration overrides exist in the configuration of the public site', () => {
  const theme = styles.slice(styles.indexOf('@theme {'), styles.indexOf('@keyframes'));
  const declared = [...theme.matchAll(/--color-([\w-]+): (#\w{6});/g)];
  expect(declared.length).toBeGreaterThan(10);
  for (const [, name = '', hex] of declared) expect(tokens.get(name)?.toLowerCase()).toBe(hex);
});
