import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { ShapedLine } from '../../scripts/lib/shaped-line.mjs';

/** Responds in the server's place and returns true, or leaves it to the server. */
type Spoil = (req: IncomingMessage, res: ServerResponse) => boolean;

export interface CuttableSite {
  url: string;
  /** The line to it. */
  line: ShapedLine;
  /** Null lets the server respond to everything. */
  spoil: Spoil | null;
  /** From then on nothing responds there. */
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
    if (site.spoil?.(req, res)) return;
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
        const ours = location ? { location: location.replace(base, url) } : {};
        res.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...ours });
        answer.pipe(res);
      },
    );
    onward.on('error', () => res.destroy());
    res.on('close', () => onward.destroy());
    req.pipe(onward);
  });
  const line = new ShapedLine(null, (connection) => server.emit('connection', connection));
  const url = `http://localhost:${await line.open()}`;
  const site: CuttableSite = { url, line, spoil: null, cut: () => line.close() };
  return site;
}
