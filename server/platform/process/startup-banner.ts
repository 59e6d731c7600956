import type { Config } from '#server/config/index';
import type { EventSettings } from '#shared/contracts/event-settings';

/** Prints the addresses to open, for the person who has just started the server. */
export function startupBanner(
  { isProduction, publicUrl, port: wanted }: Config,
  { name, year }: Pick<EventSettings, 'name' | 'year'>,
  port: number,
) {
  const site = wanted === 0 ? `http://localhost:${port}` : publicUrl;
  const links = [
    ['The site', site],
    ['The admin', `${site}/admin`],
    ...(isProduction
      ? []
      : [
          ['The demo phone', `${site}/sandbox/phone`],
          ['The demo inbox', `${site}/sandbox/inbox`],
        ]),
  ];
  const lines = links.map(([name = '', url]) => `  ${name.padEnd(15)} ${url}`);
  return `\n${name} ${year} is ready\n\n${lines.join('\n')}\n\nStop it with Ctrl-C.\n`;
}
