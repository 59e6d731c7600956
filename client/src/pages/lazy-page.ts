import { type ComponentType, lazy } from 'react';
import { importOrReload } from '#client/lib/failures/import-or-reload';
import { addTexts, type TextGroup } from '#client/lib/i18n';

/** Makes a page that few visits begin with a chunk of its own, with the texts that only it uses. */
export const lazyPage = <Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  ...texts: TextGroup[]
) =>
  lazy(async () => {
    const [module] = await Promise.all([importOrReload(load), ...texts.map(addTexts)]);
    return { default: module[name] };
  });
