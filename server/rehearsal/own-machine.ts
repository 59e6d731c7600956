import { Socket } from 'node:net';
import { isLoopback } from '#server/config/index';

interface Target {
  host?: string | null;
  path?: string | null;
}

/**
 * From now on this process reaches its own machine and its database, and nothing else: every other
 * connection fails, whichever package opens it.
 * @param databaseUrl whose host stays reachable
 */
export function reachOnly(databaseUrl: string): void {
  const { hostname, searchParams } = new URL(databaseUrl);
  const database = (searchParams.get('host') ?? hostname).replace(/^\[(.+)\]$/, '$1');
  const isReachable = ({ host, path }: Target): boolean => {
    if (typeof path === 'string')
      return database.startsWith('/') && path.startsWith(`${database}/`);
    return !host || isLoopback(host) || host === database;
  };
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const target = targetOf(args);
    if (isReachable(target)) return connect.apply(this, args as Parameters<typeof connect>);
    const name = target.host ?? target.path;
    process.nextTick(() => this.destroy(new Error(`a rehearsal does not reach ${name}`)));
    return this;
  } as typeof connect;
}

/** Node passes on its own calls as one list of arguments. */
function targetOf([first, second]: readonly unknown[]): Target {
  if (Array.isArray(first)) return targetOf(first);
  if (typeof first === 'object' && first !== null) return first as Target;
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
  return typeof second === 'string' ? { host: second } : {};
}
