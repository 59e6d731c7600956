/**
 * @typedef {object} Shot
 * @property {string} file relative to the gallery
 * @property {string} name of the state
 * @property {string} language
 * @property {number} width of the screen, in CSS pixels
 */

/**
 * The page that leafs through the pictures: filters, arrow keys, and one click to their real size.
 * @param {readonly Shot[]} shots
 */
export const galleryPage = (shots) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Every screen and state</title>
<style>
  :root { color-scheme: dark; font: 16px/1.4 system-ui, sans-serif; background: #120b1e; color: #fbf6ea; }
  body { margin: 0; }
  header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .75rem 1rem; background: #1c1230; }
  h1 { font-size: 1.1rem; margin: 0 auto 0 0; }
  select { font: inherit; min-height: 2.75rem; padding: 0 .5rem; }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 1rem; padding: 1rem; }
  figure { margin: 0; }
  figure button { all: unset; cursor: zoom-in; display: block; width: 100%; border: 1px solid #43315f; border-radius: .5rem; overflow: hidden; }
  figure button:focus-visible { outline: 3px solid #ffd166; }
  figure img { display: block; width: 100%; height: 18rem; object-fit: cover; object-position: top; }
  figcaption { font-size: .85rem; padding: .35rem .1rem; }
  dialog { border: 0; padding: 0; max-width: none; max-height: none; width: 100vw; height: 100dvh; background: #0009; color: inherit; }
  dialog > div { height: 100%; overflow: auto; text-align: center; }
  dialog p { position: sticky; top: 0; left: 0; margin: 0; padding: .5rem 1rem; background: #1c1230; }
  dialog img { max-width: none; margin: 1rem auto; }
</style>
<header>
  <h1>Every screen and state</h1>
  <label>Language <select id="language"><option value="">both</option><option>en</option><option>fr</option></select></label>
  <label>Width <select id="width"><option value="">both</option><option>360</option><option>1280</option></select></label>
</header>
<main></main>
<dialog><div tabindex="0"><p></p><img alt=""></div></dialog>
<script>
  const shots = ${JSON.stringify(shots).replaceAll('<', '\\u003c')};
  const main = document.querySelector('main');
  const dialog = document.querySelector('dialog');
  const filters = [...document.querySelectorAll('select')];
  let listed = [];
  let current = 0;
  const titleOf = ({ name, language, width }) => name + ' · ' + language + ' · ' + width + ' px';

  function list() {
    listed = shots.filter((shot) => filters.every(({ id, value }) => !value || String(shot[id]) === value));
    main.replaceChildren(...listed.map((shot, index) => {
      const figure = document.createElement('figure');
      const button = document.createElement('button');
      const image = Object.assign(new Image(), { src: shot.file, alt: titleOf(shot), loading: 'lazy' });
      const caption = Object.assign(document.createElement('figcaption'), { textContent: titleOf(shot) });
      button.append(image);
      button.onclick = () => show(index);
      figure.append(button, caption);
      return figure;
    }));
  }

  function show(index) {
    current = (index + listed.length) % listed.length;
    const shot = listed[current];
    const image = dialog.querySelector('img');
    image.src = shot.file;
    image.width = shot.width;
    dialog.querySelector('p').textContent = titleOf(shot) + ' (' + (current + 1) + ' of ' + listed.length + ', arrow keys leaf, Escape closes)';
    dialog.firstElementChild.scrollTo(0, 0);
    if (!dialog.open) dialog.showModal();
  }

  addEventListener('keydown', ({ key }) => {
    if (!dialog.open) return;
    if (key === 'ArrowRight') show(current + 1);
    if (key === 'ArrowLeft') show(current - 1);
  });
  dialog.onclick = () => dialog.close();
  for (const filter of filters) filter.onchange = list;
  list();
</script>
</html>
`;
