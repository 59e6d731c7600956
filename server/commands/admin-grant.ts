import { setAdminByEmail } from '../auth';
import { emailArgument, nobodyYet } from './email-argument';
import { type CommandContext, runCommand } from './run';

await runCommand(grant, { runsBeside: true });

async function grant({ open }: CommandContext): Promise<number> {
  const address = emailArgument('admin:grant');
  if (address === null) return 1;
  const result = await setAdminByEmail(open().db, address, true);
  if (!result) {
    console.error(`${nobodyYet(address)} Ask them to sign in once, or name them in ADMIN_EMAILS.`);
    return 1;
  }
  console.log(
    result.hasChanged
      ? `${address} is an administrator now.`
      : `${address} was an administrator already; nothing was changed.`,
  );
  return 0;
}
