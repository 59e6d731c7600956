/** On a bad network the initial letter is better than no picture. */
const TIMEOUT_MS = 10_000;

const timeout = () =>
  new Promise<null>((resolve) => {
    setTimeout(resolve, TIMEOUT_MS, null);
  });

/**
 * A photograph ready to be drawn. The address must be our own: a canvas that has seen another
 * site's picture can no longer be saved.
 *
 * @returns null where there is none or it cannot be shown
 */
export function loadPhoto(url: string | null): Promise<HTMLImageElement | null> {
  if (url === null) return Promise.resolve(null);
  const image = new Image();
  image.src = url;
  const decoded = image.decode().then(
    () => image,
    () => null,
  );
  return Promise.race([decoded, timeout()]);
}
