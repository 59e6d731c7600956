import { revokeAdmin } from '../auth';
import { onlyArgument } from './only-argument';
import { type CommandContext, runCommand } from './run';

await runCommand(revoke, { runsBeside: true });

async function revoke({ config, open }: CommandContext): Promise<number> {
  const name = onlyArgument();
  if (!name) {
    console.error('Name one e-mail address or id: npm run admin:revoke -- marie@vote.example');
    return 1;
  }
  const result = await revokeAdmin(open().db, name);
  if (!result) {
    console.error(
      `Nobody has the verified address or the id ${name}; nothing was changed. ` +
        'Who administrates: npm run admin:list',
    );
    return 1;
  }
  console.log(
    result.hasChanged
      ? `${name} is no administrator any more, and signed out everywhere.`
      : `${name} was no administrator; nothing was changed.`,
  );
  const address = result.address?.toLowerCase();
  if (config.adminEmails.some((listed) => listed.toLowerCase() === address)) {
    console.error('The address stands in ADMIN_EMAILS: the next sign-in makes them one again.');
  }
  return 0;
}
