import { inflateSync } from 'node:zlib';

const OBJECT = /(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g;

/**
 * The text of a PDF printed by Chromium, without spaces: each of its fonts has glyphs of one or two
 * bytes, and a map from them to characters.
 */
export function pdfText(pdf: Buffer): string {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(OBJECT))
    objects.set(id, body);
  const streamOf = (id: string | undefined): string => {
    const body = objects.get(id ?? '') ?? '';
    const [, head = '', packed] = /^([\s\S]*?)stream\r?\n([\s\S]*)\r?\nendstream/.exec(body) ?? [];
    if (packed === undefined) return '';
    const bytes = Buffer.from(packed, 'latin1');
    return head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : packed;
  };
  const letters = new Map<string, Map<string, string>>();
  for (const [id, body] of objects) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(body)?.[1];
    if (map) letters.set(id, lettersIn(streamOf(map)));
  }
  const fonts = new Map<string, string>();
  for (const body of objects.values()) {
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) fonts.set(name, id);
  }
  let text = '';
  for (const id of objects.keys()) {
    let font: Map<string, string> | undefined;
    for (const [, name, glyphs] of streamOf(id).matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>/g)) {
      if (name) font = letters.get(fonts.get(name) ?? '');
      const [anyGlyph = ''] = font?.keys() ?? [];
      for (let at = 0; glyphs && at < glyphs.length; at += anyGlyph.length || glyphs.length) {
        text += font?.get(glyphs.slice(at, at + anyGlyph.length)) ?? '';
      }
    }
  }
  return text.replace(/\s+/g, '');
}

const letterAt = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function lettersIn(map: string): Map<string, string> {
  const found = new Map<string, string>();
  const hex = (value: number, digits: number) =>
    value.toString(16).toUpperCase().padStart(digits, '0');
  for (const [, list = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', letter = ''] of list.matchAll(/<(\w+)> <(\w+)>/g)) {
      found.set(glyph.toUpperCase(), letterAt(letter));
    }
  }
  for (const [, list = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', letter = ''] of list.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const first = Number.parseInt(from, 16);
      for (let at = first; at <= Number.parseInt(to, 16); at++) {
        const read = Number.parseInt(letter, 16) + at - first;
        found.set(hex(at, from.length), letterAt(hex(read, 4)));
      }
    }
  }
  return found;
}
