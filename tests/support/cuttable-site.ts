import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { ShapedLine } from '../../scripts/lib/shaped-line.mjs';

/** Responds in the server's place and returns true, or leaves it to the server. */
type Override = (req: IncomingMessage, res: ServerResponse) => boolean;

export interface CuttableSite {
  url: string;
  /** The line to the site. */
  line: ShapedLine;
  /** Null lets the server respond to everything. */
  override: Override | null;
  /** Breaks the line, so that nothing responds at this address any more. */
  cut: () => void;
}

/**
 * The site at a separate address, which can be cut off, slowed down or falsified: the engines have
 * no common offline mode. The server gets its own address as origin, so that it accepts the
 * requests as those of its own pages.
 */
export async function cuttableSite(base: string): Promise<CuttableSite> {
  const { host, port, hostname } = new URL(base);
  const server = createServer((req, res) => {
    if (site.override?.(req, res)) return;
    const { origin, referer, ...others } = req.headers;
    const headers = {
      ...others,
      host,
      ...(origin && { origin: base }),
      ...(referer && { referer: referer.replace(url, base) }),
    };
    const onward = request(
      { hostname, port, method: req.method, path: req.url, headers },
      (answer) => {
        const { location } = answer.headers;
        const ownLocation = location ? { location: location.replace(base, url) } : {};
        res.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...ownLocation });
        answer.pipe(res);
      },
    );
    onward.on('error', () => res.destroy());
    res.on('close', () => onward.destroy());
    req.pipe(onward);
  });
  const line = new ShapedLine(null, (connection) => server.emit('connection', connection));
  const url = `http://localhost:${await line.open()}`;
  const site: CuttableSite = { url, line, override: null, cut: () => line.close() };
  return site;
}
