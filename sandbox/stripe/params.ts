import { badRequest } from './api-error';
import type { FormTree, FormValue } from './form';

/**
 * Reads a call's parameters one by one, with the provider's error messages. `refuseOthers` refuses
 * every parameter that has not been read.
 */
export class Params {
  readonly #tree: FormTree;
  readonly #path: string;
  readonly #asked = new Set<string>();
  readonly #inner: Params[] = [];

  constructor(tree: FormTree, path = '') {
    this.#tree = tree;
    this.#path = path;
  }

  /** Empty text clears a field and is therefore distinguished (null) from a missing one. */
  text(name: string): string | null | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw badRequest('Invalid string: {...}', this.#about(name));
    return value === '' ? null : value;
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === null) throw this.#missing(name);
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (value === null) {
      const message = `You passed an empty string for '${this.#named(name)}'.`;
      throw badRequest(message, this.#about(name, 'parameter_invalid_empty'));
    }
    if (!/^-?\d{1,15}$/.test(value)) {
      throw badRequest(`Invalid integer: ${value}`, this.#about(name, 'parameter_invalid_integer'));
    }
    return Number(value);
  }

  requiredInteger(name: string): number {
    const value = this.integer(name);
    if (value === undefined) throw this.#missing(name);
    return value;
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (value !== 'true' && value !== 'false') {
      throw badRequest(`Invalid boolean: ${value ?? ''}`, this.#about(name));
    }
    return value === 'true';
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const choice = choices.find((one) => one === value);
    if (choice !== undefined) return choice;
    const message = `Invalid ${this.#named(name)}: must be one of ${choices.join(', ')}`;
    throw badRequest(message, this.#about(name));
  }

  list(name: string): string[] | undefined {
    const value = this.#value(name);
    if (value === undefined || value === '') return undefined;
    const items = typeof value === 'string' ? [value] : [...value.values()];
    return items.map((item) => {
      if (typeof item === 'string') return item;
      throw badRequest('Invalid array', this.#about(name));
    });
  }

  /** Keys and texts; null when the whole value is empty text. */
  record(name: string): ReadonlyMap<string, string> | null | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (value === '') return null;
    const record = new Map<string, string>();
    for (const [key, text] of typeof value === 'string' ? [] : value) {
      if (typeof text !== 'string') throw badRequest('Invalid hash', this.#about(name));
      record.set(key, text);
    }
    if (record.size === 0) throw badRequest('Invalid hash', this.#about(name));
    return record;
  }

  nested(name: string): Params | undefined {
    const value = this.#value(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') throw badRequest('Invalid object', this.#about(name));
    const inner = new Params(value, this.#named(name));
    this.#inner.push(inner);
    return inner;
  }

  has(name: string): boolean {
    return this.#tree.has(name);
  }

  /** Accepts parameters that have no effect here. */
  ignore(...names: string[]): void {
    for (const name of names) this.#asked.add(name);
  }

  refuseOthers(): void {
    for (const inner of this.#inner) inner.refuseOthers();
    for (const name of this.#tree.keys()) {
      if (this.#asked.has(name)) continue;
      const message = `Received unknown parameter: ${this.#named(name)}`;
      throw badRequest(message, this.#about(name, 'parameter_unknown'));
    }
  }

  #value(name: string): FormValue | undefined {
    this.#asked.add(name);
    return this.#tree.get(name);
  }

  #named(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`;
  }

  #missing(name: string) {
    const message = `Missing required param: ${this.#named(name)}.`;
    return badRequest(message, this.#about(name, 'parameter_missing'));
  }

  #about(name: string, code?: string): { code?: string; param: string } {
    return { param: this.#named(name), ...(code === undefined ? {} : { code }) };
  }
}
