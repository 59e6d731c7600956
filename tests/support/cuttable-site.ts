import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { ShapedLine } from '../../scripts/lib/shaped-line.mjs';

/** Answers in the server's place, or does not: then the server answers. */
type Spoil = (req: IncomingMessage, res: ServerResponse) => boolean;

export interface CuttableSite {
  url: string;
  /** What leads to it. */
  line: ShapedLine;
  /** Null has the server answer everything. */
  spoil: Spoil | null;
  /** From then on nothing answers there. */
  cut: () => void;
}

/**
 * The site at an address of its own, which can be cut off, slowed down or spoiled: engines have no
 * common way to be offline. The server is told its own address, so that it takes what comes for its
 * own pages' requests.
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
