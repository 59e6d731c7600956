import { setAdminByEmail } from '../auth';
import { emailArgument, nobodyYet } from './email-argument';
import { type CommandContext, runCommand } from './run';

await runCommand(revoke, { runsBeside: true });

async function revoke({ config, open }: CommandContext): Promise<number> {
  const address = emailArgument('admin:revoke');
  if (address === null) return 1;
  const result = await setAdminByEmail(open().db, address, false);
  if (result) {
    console.log(
      result.hasChanged
        ? `${address} is no administrator any more, from the next click on.`
        : `${address} was no administrator; nothing was changed.`,
    );
  } else {
    console.error(nobodyYet(address));
  }
  if (config.adminEmails.some((listed) => listed.toLowerCase() === address.toLowerCase())) {
    console.error('The address stands in ADMIN_EMAILS: the next sign-in makes them one again.');
  }
  return result ? 0 : 1;
}
