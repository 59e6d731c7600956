import { compareBooks } from './compare-books';
import { runCommand } from './run';

await runCommand(async ({ open }) => ((await compareBooks(open().db)) ? 0 : 1), {
  runsWithServer: true,
});
