import { verifyLedger } from '../payments';
import { type CommandContext, runCommand } from './run';

await runCommand(verify, { runsBeside: true });

async function verify({ open }: CommandContext): Promise<number> {
  const differences = await verifyLedger(open().db);
  for (const { nominationId, stored, counted } of differences) {
    console.error(`nomination ${nominationId}: total says ${stored}, the ledger counts ${counted}`);
  }
  console.log(
    differences.length === 0
      ? 'Every total equals the votes of completed payments.'
      : `${differences.length} totals differ from the ledger.`,
  );
  return differences.length === 0 ? 0 : 1;
}
