import { email } from '#shared/contracts/primitives';
import { grantAdmin } from '../auth';
import { onlyArgument } from './only-argument';
import { type CommandContext, runCommand } from './run';

await runCommand(grant, { runsBeside: true });

async function grant({ open }: CommandContext): Promise<number> {
  const { data: address } = email.safeParse(onlyArgument());
  if (address === undefined) {
    console.error('Name one e-mail address: npm run admin:grant -- marie@vote.example');
    return 1;
  }
  const result = await grantAdmin(open().db, address);
  if (!result) {
    console.error(
      `Nobody with the verified address ${address} has signed in yet; nothing was changed. ` +
        'Ask them to sign in once, or name them in ADMIN_EMAILS.',
    );
    return 1;
  }
  console.log(
    result.hasChanged
      ? `${address} is an administrator now.`
      : `${address} was an administrator already; nothing was changed.`,
  );
  return 0;
}
