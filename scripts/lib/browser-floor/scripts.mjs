import data from '@mdn/browser-compat-data/forLegacyNode';
import { parseSync } from 'vite';
import { lacking } from './floor.mjs';

/**
 * @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} Node
 * @typedef {{ name: string, source: string }} Script
 * @typedef {import('./floor.mjs').Finding} Finding
 */

/** @type {Map<string, string[][]>} the browsers that lack each interface, by its name */
const GLOBALS = new Map();
/** @type {Map<string, string[][]>} the same, by `Interface.member` */
const INTERFACE_MEMBERS = new Map();
/** @type {Map<string, string[][]>} the same, by the member's name, for all interfaces */
const MEMBERS = new Map();
/** Members of JavaScript itself, such as `Array.prototype.toSorted`. */
const LANGUAGE_MEMBERS = new Set(
  Object.values(data.javascript.builtins ?? {}).flatMap((builtin) => Object.keys(builtin)),
);

/** The globals that contain the only object of their interface. */
const SINGLETONS = new Map(
  Object.entries({
    caches: 'CacheStorage',
    crypto: 'Crypto',
    document: 'Document',
    globalThis: 'Window',
    history: 'History',
    location: 'Location',
    navigator: 'Navigator',
    performance: 'Performance',
    screen: 'Screen',
    self: 'Window',
    storage: 'StorageManager',
    window: 'Window',
  }),
);

for (const tree of [data.javascript.builtins ?? {}, data.api]) {
  for (const [name, builtin] of Object.entries(tree)) {
    const { __compat: compat } =
      /** @type {import('@mdn/browser-compat-data/types').Identifier} */ (builtin);
    if (compat) add(GLOBALS, name, lacking(compat));
    for (const [key, value] of Object.entries(builtin)) {
      const { __compat } = /** @type {import('@mdn/browser-compat-data/types').Identifier} */ (
        value
      );
      if (key === '__compat' || !__compat || key === name || key.endsWith('_event')) continue;
      const member = key.replace(/_static$/, '');
      add(INTERFACE_MEMBERS, `${name}.${member}`, lacking(__compat));
      if (member === key) add(MEMBERS, member, lacking(__compat));
    }
  }
}

/**
 * @param {Map<string, string[][]>} map
 * @param {string} key
 * @param {string[]} value
 */
function add(map, key, value) {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/**
 * @param {Map<string, string[][]>} map
 * @param {string} key
 * @returns {string[] | null} null when the minimum browsers have it, or another member of that name
 */
function browsersWithout(map, key) {
  const all = map.get(key);
  return all?.every((browsers) => browsers.length > 0) ? (all[0] ?? null) : null;
}

/**
 * Finds features newer than the minimum versions in built scripts: globals, members and syntax. A
 * use is guarded by a surrounding condition that names it, by `?.()`, `typeof` or a `try` that
 * catches. Anything defined by a script itself is ignored.
 * @param {Script[]} scripts
 * @returns {Finding[]}
 */
export function newerInScripts(scripts) {
  const parsed = scripts.map((script) => {
    const { program, errors } = parseSync(script.name, script.source, { sourceType: 'module' });
    if (errors.length > 0) throw new Error(`${script.name}: ${errors[0]?.message}`);
    const root = /** @type {Node} */ (/** @type {unknown} */ (program));
    return { ...script, root, defined: definedIn(root) };
  });
  const definedAnywhere = new Set(parsed.flatMap(({ defined }) => [...defined]));
  return parsed.flatMap(({ name, source, root, defined }) => {
    /** @type {Finding[]} */
    const findings = [];
    const isDefinedByScripts = (/** @type {string} */ member) =>
      LANGUAGE_MEMBERS.has(member) ? defined.has(member) : definedAnywhere.has(member);
    visit(root, [], (node, ancestors) => {
      const found = newerAt(node, ancestors, isDefinedByScripts);
      if (!found) return;
      const text = source.slice(Math.max(0, node.start - 60), node.end + 40).replaceAll('\n', ' ');
      findings.push({ ...found, where: `${name}: ${text}` });
    });
    return findings;
  });
}

/** @param {Node[]} ancestors innermost first */
function isInClassField(ancestors) {
  const owner = ancestors.find(({ type }) =>
    /Function|PropertyDefinition|MethodDefinition/.test(type),
  );
  return owner?.type === 'PropertyDefinition';
}

/**
 * @param {Node} node
 * @param {Node[]} ancestors innermost first
 * @param {(member: string) => boolean} isDefinedByScripts
 * @returns {Omit<Finding, 'where'> | null}
 */
function newerAt(node, ancestors, isDefinedByScripts) {
  const [parent] = ancestors;
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return isInClassField(ancestors)
        ? { what: 'function in a class field', lacking: ['safari 16'] }
        : null;
    case 'StaticBlock':
      return { what: 'static block', lacking: ['safari 16.4'] };
    case 'Literal':
      return newerInPattern(/** @type {{ regex?: { pattern: string, flags: string } }} */ (node));
    case 'Identifier': {
      const name = /** @type {string} */ (node.name);
      const isName =
        parent &&
        !parent.computed &&
        ((parent.type === 'MemberExpression' && parent.property === node) ||
          (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent.type) &&
            parent.key === node));
      const browsers = isName ? null : browsersWithout(GLOBALS, name);
      return browsers && !isGuarded(name, node, ancestors)
        ? { what: name, lacking: browsers }
        : null;
    }
    case 'MemberExpression':
      return newerMember(node, ancestors, isDefinedByScripts);
    default:
      return null;
  }
}

/**
 * @param {Node} node
 * @param {Node[]} ancestors
 * @param {(member: string) => boolean} isDefinedByScripts
 * @returns {Omit<Finding, 'where'> | null}
 */
function newerMember(node, ancestors, isDefinedByScripts) {
  const [parent] = ancestors;
  const member = nameOf(node.property, node.computed);
  if (member === null || !parent) return null;
  const object = /** @type {Node} */ (node.object);
  const isCalled = parent.type === 'CallExpression' && parent.callee === node;
  const objectName =
    object.type === 'Identifier'
      ? /** @type {string} */ (object.name)
      : object.type === 'MemberExpression'
        ? nameOf(object.property, object.computed)
        : null;
  const singleton = SINGLETONS.get(objectName ?? '');
  const isRead = isCalled || (parent.type === 'MemberExpression' && parent.object === node);
  /** @type {[string, string[] | null]} */
  const [what, browsers] =
    singleton !== undefined && INTERFACE_MEMBERS.has(`${singleton}.${member}`)
      ? [
          `${objectName}.${member}`,
          isRead ? browsersWithout(INTERFACE_MEMBERS, `${singleton}.${member}`) : null,
        ]
      : object.type === 'Identifier' && INTERFACE_MEMBERS.has(`${objectName}.${member}`)
        ? [
            `${objectName}.${member}`,
            isRead ? browsersWithout(INTERFACE_MEMBERS, `${objectName}.${member}`) : null,
          ]
        : [
            `.${member}()`,
            isCalled && !isDefinedByScripts(member) ? browsersWithout(MEMBERS, member) : null,
          ];
  if (!browsers || isGuarded(member, node, ancestors)) return null;
  return { what, lacking: browsers };
}

/**
 * @param {{ regex?: { pattern: string, flags: string } }} literal
 * @returns {Omit<Finding, 'where'> | null}
 */
function newerInPattern({ regex }) {
  if (!regex) return null;
  const isNewer =
    /\(\?<[=!]|\(\?-?[ims]+(-[ims]+)?:/.test(regex.pattern) || regex.flags.includes('v');
  return isNewer ? { what: `/${regex.pattern}/${regex.flags}`, lacking: ['safari 16.4'] } : null;
}

/**
 * @param {string} name
 * @param {Node} node
 * @param {Node[]} ancestors
 */
function isGuarded(name, node, ancestors) {
  let inner = node;
  for (const [depth, outer] of ancestors.entries()) {
    if (depth === 0 && outer.type === 'UnaryExpression' && outer.operator === 'typeof') return true;
    if (depth === 0 && outer.optional === true) return true;
    const condition =
      outer.type === 'IfStatement' || outer.type === 'ConditionalExpression'
        ? outer.test
        : outer.type === 'LogicalExpression'
          ? outer.left
          : null;
    if (condition && condition !== inner && mentions(condition, name)) return true;
    if (outer.type === 'TryStatement' && outer.block === inner && outer.handler) return true;
    inner = outer;
  }
  return false;
}

/**
 * @param {unknown} node
 * @param {string} name
 */
function mentions(node, name) {
  let isFound = false;
  visit(/** @type {Node} */ (node), [], ({ type, name: identifier, value }) => {
    const text =
      type === 'TemplateElement' ? /** @type {{ cooked: string }} */ (value).cooked : value;
    if ((type === 'Identifier' ? identifier : text) === name) isFound = true;
  });
  return isFound;
}

/**
 * @param {Node} root
 * @returns {Set<string>} the members that it defines on its own objects
 */
function definedIn(root) {
  /** @type {Set<string>} */
  const defined = new Set();
  visit(root, [], (node) => {
    const isMember = /^(MethodDefinition|PropertyDefinition|Property)$/.test(node.type);
    const left = /** @type {Node | undefined} */ (
      node.type === 'AssignmentExpression' ? node.left : undefined
    );
    const name = isMember
      ? nameOf(node.key, node.computed)
      : left?.type === 'MemberExpression'
        ? nameOf(left.property, left.computed)
        : null;
    if (name !== null) defined.add(name);
  });
  return defined;
}

/**
 * @param {unknown} key
 * @param {unknown} isComputed
 * @returns {string | null}
 */
function nameOf(key, isComputed) {
  const { type, name, value } = /** @type {Node} */ (key);
  if (type === 'Literal') return String(value);
  return type === 'Identifier' && isComputed !== true ? String(name) : null;
}

/**
 * @param {Node} node
 * @param {Node[]} ancestors innermost first
 * @param {(node: Node, ancestors: Node[]) => void} callback
 */
function visit(node, ancestors, callback) {
  callback(node, ancestors);
  const path = [node, ...ancestors];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') visit(child, path, callback);
    }
  }
}
