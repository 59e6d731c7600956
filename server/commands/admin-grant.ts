import { parseArgs } from 'node:util';
import { z } from 'zod';
import { email } from '#shared/contracts/primitives';
import { ROLES } from '#shared/domain/permissions';
import { grantRole } from '../auth';
import { type CommandContext, runCommand } from './run';

const HOW = `Name one e-mail address, and a role other than owner if you like (${ROLES.join(', ')}): npm run admin:grant -- marie@vote.example --role editor`;

const wanted = z.object({
  values: z.object({ role: z.enum(ROLES).default('owner') }),
  positionals: z.tuple([email]),
});

await runCommand(grant, { runsBeside: true });

async function grant({ open }: CommandContext): Promise<number> {
  const given = readArguments();
  if (!given) {
    console.error(HOW);
    return 1;
  }
  const { address, role } = given;
  const result = await grantRole(open().db, address, role);
  if (!result) {
    console.error(
      `Nobody with the verified address ${address} has signed in yet; nothing was changed. ` +
        'Ask them to sign in once, or have an owner invite them; ADMIN_EMAILS names owners.',
    );
    return 1;
  }
  console.log(
    result.hasChanged
      ? `${address} has the role ${role} now.`
      : `${address} had the role ${role} already; nothing was changed.`,
  );
  return 0;
}

/** Null unless there is one address and at most one role. */
function readArguments() {
  const options = { role: { type: 'string' } } as const;
  const typed = parseArgs({ options, allowPositionals: true, strict: false });
  const { data } = wanted.safeParse(typed);
  return data ? { address: data.positionals[0], role: data.values.role } : null;
}
