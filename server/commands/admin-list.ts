import { listAdmins } from '../auth';
import { type CommandContext, runCommand } from './run';

/** By what a right came, as it is recorded; an older one may not be. */
const WAYS = new Map<string | null, string>([
  ['sign-in', 'by ADMIN_EMAILS'],
  ['command', 'by admin:grant'],
]);

await runCommand(list, { runsBeside: true });

async function list({ open }: CommandContext): Promise<number> {
  const admins = await listAdmins(open().db);
  for (const { id, address, since, reason } of admins) {
    const day = since?.toISOString().replace(/T(.{5}).*/, ' $1 UTC') ?? 'nobody knows when';
    const how = WAYS.get(reason) ?? 'nobody knows how';
    console.log(`${id}  ${address ?? '(no verified address)'}  since ${day}, ${how}`);
  }
  if (admins.length === 0) console.log('Nobody administrates.');
  return 0;
}
