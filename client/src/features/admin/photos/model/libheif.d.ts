/** The decoder within the package `heic-to`, which vite.config.ts resolves. */
declare module 'heic-to/libheif' {
  interface HeifPhoto {
    get_width(): number;
    get_height(): number;
    /** Calls back with null when decoding fails. */
    display(into: ImageData, done: (pixels: ImageData | null) => void): void;
  }
  const buildLibheif: () => Promise<{
    HeifDecoder: new () => { decode(bytes: ArrayBuffer): HeifPhoto[] };
  }>;
  export default buildLibheif;
}
