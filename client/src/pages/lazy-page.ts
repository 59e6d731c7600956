import { type ComponentType, createElement, lazy } from 'react';
import { isBrowser } from '#client/lib/browser/page-render';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import { addTexts, type TextGroup } from '#client/lib/i18n';

/** Pages that the server renders although browsers load them lazily, by name. */
const serverPages = new Map<string, ComponentType>();

const Nothing = () => null;

/** Lets the server render lazy pages. Must be called before any of them is rendered. */
export function addServerPages(pages: Readonly<Record<string, ComponentType>>): void {
  for (const [name, page] of Object.entries(pages)) serverPages.set(name, page);
}

/** Makes a page that few visits begin with a chunk of its own, with the texts that only it uses. */
export function lazyPage<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  ...texts: TextGroup[]
) {
  if (!isBrowser) return () => createElement(serverPages.get(name) ?? Nothing);
  return lazy(async () => {
    const [module] = await Promise.all([importOrReload(load), ...texts.map(addTexts)]);
    return { default: module[name] };
  });
}
