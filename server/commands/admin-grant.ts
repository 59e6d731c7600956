import { parseArgs } from 'node:util';
import { z } from 'zod';
import { grantRole } from '#server/auth/index';
import { email } from '#shared/contracts/primitives';
import { ROLES } from '#shared/domain/permissions';
import { type CommandContext, runCommand } from './run';

const HOW = `Give one e-mail address and, optionally, a role other than owner (${ROLES.join(', ')}): npm run admin:grant -- marie@vote.example --role editor`;

const argumentsSchema = z.object({
  values: z.object({ role: z.enum(ROLES).default('owner') }),
  positionals: z.tuple([email]),
});

await runCommand(grant, { runsWithServer: true });

async function grant({ open }: CommandContext): Promise<number> {
  const args = readArguments();
  if (!args) {
    console.error(HOW);
    return 1;
  }
  const { address, role } = args;
  const result = await grantRole(open().db, address, role);
  if (!result) {
    console.error(
      `No user with the verified address ${address} has signed in yet; nothing was changed. ` +
        'Ask them to sign in once, or have an owner invite them; ADMIN_EMAILS lists owners.',
    );
    return 1;
  }
  console.log(
    result.hasChanged
      ? `${address} now has the role ${role}.`
      : `${address} already had the role ${role}; nothing was changed.`,
  );
  return 0;
}

/** Null unless there is one address and at most one role. */
function readArguments() {
  const options = { role: { type: 'string' } } as const;
  const typed = parseArgs({ options, allowPositionals: true, strict: false });
  const { data } = argumentsSchema.safeParse(typed);
  return data ? { address: data.positionals[0], role: data.values.role } : null;
}
