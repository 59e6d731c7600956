import type { DecodedHeic } from './heic-worker';

/** In ms: a photograph of 12 megapixels takes 4 s on a slow computer. */
const TIMEOUT_MS = 60_000;

/**
 * Decodes an iPhone's photograph where the browser cannot: 700 kB of code, loaded here and only
 * then, in a worker that ends with it and gives its memory back. The code is JavaScript, not
 * WebAssembly, which the content security policy would have to allow.
 * @returns null when the file is broken
 */
export async function decodeHeic(file: Blob): Promise<DecodedHeic> {
  const { default: HeicWorker } = await import('./heic-worker?worker');
  const bytes = await file.arrayBuffer();
  const worker = new HeicWorker();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<DecodedHeic>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<DecodedHeic>) => resolve(data);
      // The code could not be loaded, or the picture does not fit into memory.
      worker.onerror = () => resolve(null);
      timer = setTimeout(() => resolve(null), TIMEOUT_MS);
      worker.postMessage(bytes, [bytes]);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
