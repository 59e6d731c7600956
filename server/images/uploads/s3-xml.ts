// Extracts the few values that we need from a store's XML. Stores generate it by a fixed pattern,
// without attributes, comments or nested elements of the same name, so a real parser would find
// nothing more.

/** Returns the code of an error document, such as `NoSuchKey`, or null. */
export const errorCodeIn = (xml: Buffer): string | null => {
  const [code = ''] = textsOf('Code', xml.toString());
  return /^\w+$/.test(code) ? code : null;
};

export interface ListedPage {
  objects: { key: string; lastModified: Date }[];
  /** Token for the next page; null on the last one. */
  next: string | null;
}

/** Parses a response of `ListObjectsV2`. */
export function readListing(xml: Buffer): ListedPage {
  const text = xml.toString();
  const [isTruncated] = textsOf('IsTruncated', text);
  const [next] = textsOf('NextContinuationToken', text);
  return {
    objects: textsOf('Contents', text).flatMap((content) => {
      const [key] = textsOf('Key', content);
      const [lastModified] = textsOf('LastModified', content);
      return key !== undefined && lastModified !== undefined
        ? [{ key: unescaped(key), lastModified: new Date(lastModified) }]
        : [];
    }),
    next: isTruncated === 'true' && next !== undefined ? unescaped(next) : null,
  };
}

const textsOf = (element: string, xml: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
    ([, text = '']) => text,
  );

const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const unescaped = (text: string): string =>
  text.replace(/&(\w+);/g, (entity, name: string) => CHARACTERS[name] ?? entity);
