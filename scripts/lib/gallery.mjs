/**
 * @typedef {object} Shot
 * @property {string} file relative to the gallery
 * @property {string} name of the state
 * @property {string} language
 * @property {number} width of the screen, in CSS pixels
 */

/**
 * The page of all pictures, each a link to its real size.
 * @param {readonly Shot[]} shots
 */
export const galleryPage = (shots) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Every screen and state</title>
<style>
  :root { color-scheme: dark; font: 16px/1.4 system-ui, sans-serif; background: #120b1e; }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 1rem; }
  a { color: #fbf6ea; text-decoration: none; }
  img { display: block; width: 100%; height: 18rem; object-fit: cover; object-position: top; }
</style>
<h1>Every screen and state</h1>
<main>
${shots.map(figureOf).join('\n')}
</main>
</html>
`;

/** @param {Shot} shot */
const figureOf = ({ file, name, language, width }) =>
  `<a href="${file}"><img src="${file}" alt="" loading="lazy">${name}, ${language}, ${width} px</a>`;
