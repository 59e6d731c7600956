// Prepares a clone: `node scripts/bootstrap.mjs [install] [build] [browser]`, in that order, or
// `start` for what `npm start` needs. Runs before any package is installed, so this file and its
// static imports need only Node.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.version}.`);
  process.exit(1);
}

const { prepare } = await import('./lib/prepare.mjs');
const { runMain } = await import('./lib/run.mjs');

await runMain(() => prepare(process.argv.slice(2)));

export {};
