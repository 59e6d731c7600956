import data from '@mdn/browser-compat-data/forLegacyNode';
import { parse } from 'postcss';
import { lacking } from './floor.mjs';

/**
 * @typedef {import('./floor.mjs').Finding} Finding
 * @typedef {import('@mdn/browser-compat-data/types').Identifier} Identifier
 */

const { properties = {}, selectors = {}, types = {}, 'at-rules': atRules = {} } = data.css;

/** Prefixes of units that have one common entry in the data. */
const UNIT_GROUPS = new Map([
  ['container_query_length_units', 'cq'],
  ['viewport_percentage_units_dynamic', 'dv'],
  ['viewport_percentage_units_large', 'lv'],
  ['viewport_percentage_units_small', 'sv'],
]);
/** Value functions such as `color-mix`, with the browsers that lack them. */
const FUNCTIONS = new Map(
  Object.entries({ ...types, ...types.color, ...types['basic-shape'], ...types.image }).map(
    ([name, node]) => [name, lacking(/** @type {Identifier} */ (node).__compat)],
  ),
);
/** Length units such as `dvh`. */
const UNITS = new Map(
  Object.entries(types.length ?? {}).flatMap(([name, node]) => {
    const browsers = lacking(/** @type {Identifier} */ (node).__compat);
    const prefix = UNIT_GROUPS.get(name);
    const suffixes = ['w', 'h', 'i', 'b', 'min', 'max'];
    const units = prefix ? suffixes.map((suffix) => prefix + suffix) : [name];
    return units.map((unit) => /** @type {const} */ ([unit, browsers]));
  }),
);

/**
 * Finds features newer than the minimum versions in built styles. A use is guarded inside
 * `@supports`, after an older declaration of the property in the same rule, and in the forgiving
 * lists of `:is()` and `:where()`.
 * @param {string} name of the file
 * @param {string} source
 * @returns {Finding[]}
 */
export function newerInStyles(name, source) {
  /** @type {Finding[]} */
  const findings = [];
  const root = parse(source, { from: name });
  root.walk((node) => {
    if (node.type === 'comment' || isInSupports(node)) return;
    const found =
      node.type === 'decl'
        ? newerInDeclaration(node)
        : node.type === 'rule'
          ? newerInSelector(node.selector)
          : newerAtRule(node);
    const text = node.type === 'decl' ? `${textOf(node.parent)} { ${node} }` : textOf(node);
    for (const feature of found)
      findings.push({ ...feature, where: `${name}: ${text.slice(0, 200)}` });
  });
  return findings;
}

/** @param {import('postcss').Node | undefined} node */
function isInSupports(node) {
  for (let outer = node?.parent; outer; outer = outer.parent) {
    if (
      outer.type === 'atrule' &&
      /** @type {import('postcss').AtRule} */ (outer).name === 'supports'
    ) {
      return true;
    }
  }
  return false;
}

/** @param {import('postcss').Node | undefined} node */
function textOf(node) {
  if (node?.type === 'rule') return /** @type {import('postcss').Rule} */ (node).selector;
  const { name, params } = /** @type {import('postcss').AtRule} */ (node);
  return `@${name} ${params}`;
}

/**
 * @param {import('postcss').Declaration} declaration
 * @returns {Omit<Finding, 'where'>[]}
 */
function newerInDeclaration(declaration) {
  const { prop, value, parent } = declaration;
  const unprefixed = prop.replace(/^-(webkit|moz)-/, '');
  const before = (parent?.nodes ?? []).slice(0, parent?.index(declaration));
  const hasOlderValue = before.some(
    (feature) =>
      feature.type === 'decl' && feature.prop.replace(/^-(webkit|moz)-/, '') === unprefixed,
  );
  if (hasOlderValue || prop !== unprefixed) return [];
  const property = properties[prop];
  const words = value.match(/[\w-]+/g) ?? [];
  const found = [
    { what: prop, lacking: lacking(property?.__compat) },
    ...words.map((word) => ({
      what: `${prop}: ${word}`,
      lacking: lacking(/** @type {Identifier | undefined} */ (property?.[word])?.__compat),
    })),
    ...Array.from(value.matchAll(/([a-z-]+)\(/g), ([, name = '']) => ({
      what: `${name}()`,
      lacking: FUNCTIONS.get(name) ?? [],
    })),
    ...Array.from(value.matchAll(/(?<![#\w])-?[\d.]+([a-z]+)\b/g), ([, unit = '']) => ({
      what: unit,
      lacking: UNITS.get(unit) ?? [],
    })),
  ];
  return found.filter((feature) => feature.lacking.length > 0);
}

/**
 * @param {string} selector
 * @returns {Omit<Finding, 'where'>[]}
 */
function newerInSelector(selector) {
  const strict = withoutForgiving(selector);
  const names = Array.from(strict.matchAll(/(?<!\\):{1,2}([a-z-]+)/g), ([, name = '']) => name);
  return names
    .map((name) => ({ what: `:${name}`, lacking: lacking(selectors[name]?.__compat) }))
    .filter((feature) => feature.lacking.length > 0);
}

/** @param {string} selector without the contents of `:is()` and `:where()` */
function withoutForgiving(selector) {
  let text = '';
  let depth = 0;
  for (let at = 0; at < selector.length; at++) {
    if (depth > 0) {
      if (selector[at] === '(') depth += 1;
      if (selector[at] === ')') depth -= 1;
    } else if (
      /^:(is|where)\($/.test(selector.slice(at, at + 4)) ||
      selector.startsWith(':where(', at)
    ) {
      at = selector.indexOf('(', at);
      depth = 1;
    } else {
      text += selector[at];
    }
  }
  return text;
}

/**
 * @param {import('postcss').AtRule} rule
 * @returns {Omit<Finding, 'where'>[]}
 */
function newerAtRule({ name, params, nodes }) {
  // See `layerBlocks`.
  if (name === 'layer' && !nodes) return [{ what: '@layer without a block', lacking: ['chrome'] }];
  const features = Array.from(params.matchAll(/\(\s*([a-z-]+)/g), ([, feature = '']) => feature);
  const found = [
    { what: `@${name}`, lacking: lacking(atRules[name]?.__compat) },
    ...features.map((feature) => ({
      what: `@${name} ${feature}`,
      lacking: lacking(/** @type {Identifier | undefined} */ (atRules[name]?.[feature])?.__compat),
    })),
  ];
  // Ranges such as (width >= 40rem).
  if (name === 'media' && /[<>]/.test(params)) {
    const range = /** @type {Identifier | undefined} */ (atRules.media?.range_syntax);
    found.push({ what: '@media range', lacking: lacking(range?.__compat) });
  }
  // Such as (not (min-width: 40rem)) and (…), which was introduced with `or`. A `not` at the very
  // start is old.
  if (name === 'media' && /\(\s*(not\b|\()|\bor\b/.test(params)) {
    const or = /** @type {Identifier | undefined} */ (atRules.media?.or_syntax);
    found.push({ what: '@media condition', lacking: lacking(or?.__compat) });
  }
  return found.filter((feature) => feature.lacking.length > 0);
}
