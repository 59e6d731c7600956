import { type ComponentType, lazy } from 'react';
import { addTexts, type TextGroup } from '../lib/i18n';
import { importOrReload } from '../lib/import-or-reload';

/** A page that few visits begin with is a chunk of its own, and so are texts that it alone has. */
export const lazyPage = <Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  texts?: TextGroup,
) =>
  lazy(async () => {
    const [module] = await Promise.all([importOrReload(load), texts && addTexts(texts)]);
    return { default: module[name] };
  });
