/**
 * Parameters with bracketed names, such as `metadata[payment_id]=…` or `expand[0]=…`, as a tree.
 */
export type FormTree = ReadonlyMap<string, FormValue>;
export type FormValue = string | FormTree;

type Branch = Map<string, string | Branch>;

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/**
 * Parses a form body or a query. `name[]` appends to a list, `name[0]` is the same with a number; a
 * name of any other form is kept unchanged, so that it is refused as unknown.
 */
export function parseForm(text: string): FormTree {
  const root: Branch = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    const [, head = name, brackets = ''] = NAME.exec(name) ?? [];
    const path = [head, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)];
    insertAt(root, path, value);
  }
  return root;
}

function insertAt(branch: Branch, path: readonly string[], value: string): void {
  const [first = '', ...rest] = path;
  const key = first === '' ? String(branch.size) : first;
  if (rest.length === 0) {
    branch.set(key, value);
    return;
  }
  const existing = branch.get(key);
  const next: Branch = existing instanceof Map ? existing : new Map();
  branch.set(key, next);
  insertAt(next, rest, value);
}
