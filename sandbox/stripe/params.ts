import { badRequest } from './api-error';
import type { FormTree, FormValue } from './form';

/**
 * Reads a call's parameters one by one, with the provider's error messages. `refuseOthers` refuses
 * every parameter that has not been read.
 */
export class Params {
  readonly #tree: FormTree;
  readonly #path: string;
  readonly #readNames = new Set<string>();
  readonly #inner: Params[] = [];

  constructor(tree: FormTree, path = '') {
    this.#tree = tree;
    this.#path = path;
  }

  /** Empty text clears a field and is therefore distinguished (null) from a missing one. */
  text(name: string): string | null | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string')
      throw badRequest('Invalid string: {...}', this.#errorDetails(name));
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
      const message = `You passed an empty string for '${this.#fullName(name)}'.`;
      throw badRequest(message, this.#errorDetails(name, 'parameter_invalid_empty'));
    }
    if (!/^-?\d{1,15}$/.test(value)) {
      throw badRequest(
        `Invalid integer: ${value}`,
        this.#errorDetails(name, 'parameter_invalid_integer'),
      );
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
      throw badRequest(`Invalid boolean: ${value ?? ''}`, this.#errorDetails(name));
    }
    return value === 'true';
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const choice = choices.find((candidate) => candidate === value);
    if (choice !== undefined) return choice;
    const message = `Invalid ${this.#fullName(name)}: must be one of ${choices.join(', ')}`;
    throw badRequest(message, this.#errorDetails(name));
  }

  list(name: string): string[] | undefined {
    const value = this.#value(name);
    if (value === undefined || value === '') return undefined;
    const items = typeof value === 'string' ? [value] : [...value.values()];
    return items.map((item) => {
      if (typeof item === 'string') return item;
      throw badRequest('Invalid array', this.#errorDetails(name));
    });
  }

  /** Keys and texts; null when the whole value is empty text. */
  record(name: string): ReadonlyMap<string, string> | null | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (value === '') return null;
    const record = new Map<string, string>();
    for (const [key, text] of typeof value === 'string' ? [] : value) {
      if (typeof text !== 'string') throw badRequest('Invalid hash', this.#errorDetails(name));
      record.set(key, text);
    }
    if (record.size === 0) throw badRequest('Invalid hash', this.#errorDetails(name));
    return record;
  }

  nested(name: string): Params | undefined {
    const value = this.#value(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') throw badRequest('Invalid object', this.#errorDetails(name));
    const inner = new Params(value, this.#fullName(name));
    this.#inner.push(inner);
    return inner;
  }

  has(name: string): boolean {
    return this.#tree.has(name);
  }

  /** Accepts parameters that have no effect here. */
  ignore(...names: string[]): void {
    for (const name of names) this.#readNames.add(name);
  }

  refuseOthers(): void {
    for (const inner of this.#inner) inner.refuseOthers();
    for (const name of this.#tree.keys()) {
      if (this.#readNames.has(name)) continue;
      const message = `Received unknown parameter: ${this.#fullName(name)}`;
      throw badRequest(message, this.#errorDetails(name, 'parameter_unknown'));
    }
  }

  #value(name: string): FormValue | undefined {
    this.#readNames.add(name);
    return this.#tree.get(name);
  }

  #fullName(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`;
  }

  #missing(name: string) {
    const message = `Missing required param: ${this.#fullName(name)}.`;
    return badRequest(message, this.#errorDetails(name, 'parameter_missing'));
  }

  #errorDetails(name: string, code?: string): { code?: string; param: string } {
    return { param: this.#fullName(name), ...(code === undefined ? {} : { code }) };
  }
}
