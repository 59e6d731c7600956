import { once } from 'node:events';
import path from 'node:path';
import { demoCatalogue } from '../../demo/catalogue';
import { staticScores } from './bench-lighthouse.mjs';
import { largestCategory } from './bench-pages.mjs';
import { startDemo } from './bench-reads.mjs';
import { publish } from './benchmarks.mjs';

/** @typedef {{ screen: string, address: string, isListed: boolean }} Screen */

/**
 * Reports Lighthouse's findings on the screens that people open from links, and those that they
 * reach from there.
 * @param {string} dataDir of a demo that is created here
 */
export async function measureScreens(dataDir) {
  const demo = await startDemo(path.join(dataDir, 'screens'));
  try {
    const rows = [];
    for (const { screen, address, isListed } of await listScreens(
      // The configured public address, so that the canonical address is the visited one.
      `http://localhost:${demo.port}`,
    )) {
      const { seo, bestPractices } = await staticScores(address, isListed, dataDir);
      const isMissed = bestPractices < 100 || (isListed && seo < 100);
      rows.push({
        screen,
        'best practices': bestPractices.toFixed(0),
        SEO: isListed ? seo.toFixed(0) : `${seo.toFixed(0)} except noindex`,
        target: `≥ 100${isListed ? '' : ' best practices'}${isMissed ? ' MISSED' : ''}`,
      });
    }
    await publish('Lighthouse on pages that are linked to', rows);
  } finally {
    demo.child.kill('SIGTERM');
    await once(demo.child, 'exit');
  }
}

/**
 * @param {string} origin
 * @returns {Promise<Screen[]>}
 */
async function listScreens(origin) {
  const category = await largestCategory(origin);
  // Only administrators can read the link through the API.
  const nominee = demoCatalogue(new Date()).nominations.find(({ categoryId }) =>
    category.endsWith(categoryId),
  );
  const { artist } = await (await fetch(`${origin}/api/posters/${nominee?.artistId}`)).json();
  const listed = {
    'the categories': `${origin}/categories`,
    'a category': category,
    'a shared nomination': `${origin}/share/${nominee?.shareableLink}`,
    'the posters of an artist': `${origin}/a/${artist.slug}/posters`,
  };
  const unlisted = {
    'the checkout': `${origin}/checkout`,
    receipts: `${origin}/my-receipts`,
  };
  return [
    ...Object.entries(listed).map(([screen, address]) => ({ screen, address, isListed: true })),
    ...Object.entries(unlisted).map(([screen, address]) => ({ screen, address, isListed: false })),
  ];
}
