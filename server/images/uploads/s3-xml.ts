/**
 * The few things we read from a store's XML. It is written by machines to one pattern, without
 * attributes, comments or nesting of equal names, so that a parser would find nothing more.
 */

/** Of an error document, such as `NoSuchKey`; null where there is none. */
export const errorCodeIn = (xml: Buffer): string | null => {
  const [code = ''] = textsOf('Code', xml.toString());
  return /^\w+$/.test(code) ? code : null;
};

export interface ListedPage {
  objects: { key: string; lastModified: Date }[];
  /** Asks for the following page; null on the last. */
  next: string | null;
}

/** An answer of `ListObjectsV2`. */
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
