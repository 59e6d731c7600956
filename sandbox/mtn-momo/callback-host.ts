/** Names of this machine; a demo is often started with one and opened with another. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Host only: no scheme, port or path. */
export const isHostName = (text: string): boolean => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text);

/** The provider compares hosts only, so every payment may have a different path. */
export function isSameHost(url: URL, registeredHost: string): boolean {
  const isLocal = LOOPBACK.includes(url.hostname) && LOOPBACK.includes(registeredHost);
  return isLocal || url.hostname === registeredHost.toLowerCase();
}
