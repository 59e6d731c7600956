import { listTeam } from '#server/auth/index';
import { type CommandContext, runCommand } from './run';

/** How a role was granted, as recorded; for older roles it may be missing. */
const WAYS = new Map<string | null, string>([
  ['sign-in', 'by ADMIN_EMAILS'],
  ['command', 'by admin:grant'],
]);

await runCommand(list, { runsWithServer: true });

async function list({ open }: CommandContext): Promise<number> {
  const team = await listTeam(open().db);
  for (const { id, address, role, since, reason } of team) {
    const day = since?.toISOString().replace(/T(.{5}).*/, ' $1 UTC') ?? 'an unknown time';
    const how = WAYS.get(reason) ?? 'reason unknown';
    console.log(`${id}  ${address ?? '(no verified address)'}  ${role}  since ${day}, ${how}`);
  }
  if (team.length === 0) console.log('No user has a role.');
  return 0;
}
