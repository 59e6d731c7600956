import { revokeRole } from '#server/auth/index';
import { type CommandContext, onlyArgument, runCommand } from './run';

await runCommand(revoke, { runsWithServer: true });

async function revoke({ config, open }: CommandContext): Promise<number> {
  const name = onlyArgument();
  if (!name) {
    console.error('Give one e-mail address or id: npm run admin:revoke -- marie@vote.example');
    return 1;
  }
  const result = await revokeRole(open().db, name);
  if (!result) {
    console.error(
      `No user has the verified address or id ${name}; nothing was changed. ` +
        'List of administrators: npm run admin:list',
    );
    return 1;
  }
  console.log(
    result.hasChanged
      ? `${name} has no role any more, and is signed out everywhere.`
      : `${name} had no role; nothing was changed.`,
  );
  const address = result.address?.toLowerCase();
  if (config.adminEmails.some((listed) => listed.toLowerCase() === address)) {
    console.error('The address is in ADMIN_EMAILS: the next sign-in makes them an owner again.');
  }
  return 0;
}
