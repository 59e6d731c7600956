import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CuttableSite {
  url: string;
  /** From then on nothing answers there. */
  cut: () => void;
}

/**
 * The site at an address of its own, which can be cut off: engines have no common way to be offline.
 * The server is told its own address, so that it takes what comes for its own pages' requests.
 */
export async function cuttableSite(base: string): Promise<CuttableSite> {
  const { host, port, hostname } = new URL(base);
  const server: Server = createServer((req, res) => {
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
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    cut() {
      server.close();
      server.closeAllConnections();
    },
  };
}
