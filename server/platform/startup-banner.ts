import type { Config } from '../config';

/** Where to click, for the person who just started it. */
export function startupBanner(
  { isProduction, publicUrl, event, port: wanted }: Config,
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
  return `\n${event.name} ${event.year} is ready\n\n${lines.join('\n')}\n\nStop it with Ctrl-C.\n`;
}
