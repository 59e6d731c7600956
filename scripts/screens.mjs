import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { installed, ROOT, run, runMain } from './lib/run.mjs';

const GALLERY = path.join(ROOT, 'screens');
const README_PICTURE = path.join(ROOT, 'docs', 'images', 'screens.webp');

/** The four phone screens in the README, from left to right. */
const README_SCREENS = [
  'categories.fr.360.webp',
  'category.en.360.webp',
  'checkout-filled-in.fr.360.webp',
  'receipt.en.360.webp',
];
const README_PHONE = { width: 360, height: 740 };
const README_GAP = 40;
const BACKGROUND = '#120B1E';

/**
 * Takes screenshots of every screen and state covered by the browser tests, in both languages, on a
 * phone and on a laptop: `npm run screens` takes all, `npm run screens receipt` those whose name
 * contains "receipt".
 */
await runMain(async () => {
  const [pattern] = process.argv.slice(2);
  if (!pattern) await rm(GALLERY, { recursive: true, force: true });
  await mkdir(GALLERY, { recursive: true });
  const options = ['accessibility.spec', '--project=browser', '--no-deps', '--reporter=line'];
  if (pattern) options.push('--grep', pattern);
  const env = { ...process.env, NODE_ENV: 'test', SCREENS_DIR: GALLERY };
  const { code } = await run(installed('playwright'), ['test', ...options], { env });
  console.log(`The pictures are in ${GALLERY}`);
  // After a failed run, a picture may be missing.
  if (!pattern && code === 0) await composeReadmePicture();
  return code;
});

/** Combines four phone screens to one wide picture for the README. */
async function composeReadmePicture() {
  const { width, height } = README_PHONE;
  const phones = await Promise.all(
    README_SCREENS.map((file) =>
      sharp(path.join(GALLERY, file))
        .resize({ width, height, fit: 'cover', position: 'top' })
        .composite([{ input: roundedMask(width, height), blend: 'dest-in' }])
        .png()
        .toBuffer(),
    ),
  );
  await mkdir(path.dirname(README_PICTURE), { recursive: true });
  const { size } = await sharp({
    create: {
      width: README_GAP + phones.length * (width + README_GAP),
      height: height + 2 * README_GAP,
      channels: 3,
      background: BACKGROUND,
    },
  })
    .composite(
      phones.map((input, index) => ({
        input,
        top: README_GAP,
        left: README_GAP + index * (width + README_GAP),
      })),
    )
    .webp({ quality: 82, effort: 6 })
    .toFile(README_PICTURE);
  console.log(`${README_PICTURE}: ${Math.round(size / 1024)} KB`);
}

/** @param {number} width @param {number} height */
function roundedMask(width, height) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" rx="28"/></svg>`,
  );
}
