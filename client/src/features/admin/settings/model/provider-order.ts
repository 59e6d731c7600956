import type { OperatorRoutes } from '#shared/contracts/mobile-money-routes';
import { NO_PROVIDER } from './settings-draft';

/** Returns the providers in the order of a draft; undefined for the configuration's order. */
const writtenOrder = (written: string): string[] | undefined => {
  if (written === '') return undefined;
  return written === NO_PROVIDER ? [] : written.split(',');
};

interface ProviderOrder {
  /** A provider for each place, or `NO_PROVIDER`. */
  places: string[];
  /** All that can be chosen, also those of the draft that are not connected. */
  choices: string[];
}

/**
 * Returns the places of an operator's order: as many as providers serve it.
 * @param written as in the draft
 * @param routes of the server, whose positions are the saved order or the configuration's
 */
export function providerOrder(written: string, { routes }: OperatorRoutes): ProviderOrder {
  const connected = routes.map(({ provider }) => provider);
  const configured = routes.filter(({ position }) => position !== null);
  const order = writtenOrder(written) ?? configured.map(({ provider }) => provider);
  const choices = [...new Set([...connected, ...order])];
  const count = Math.max(choices.length, order.length);
  const places = Array.from({ length: count }, (_, at) => order[at] ?? NO_PROVIDER);
  return { places, choices };
}

/** Returns the order as a draft writes it, after a choice for one place; later places move up. */
export function orderWith(places: readonly string[], at: number, chosen: string): string {
  const order = places
    .map((name, index) => (index === at ? chosen : name))
    .filter((name) => name !== NO_PROVIDER);
  return order.length === 0 ? NO_PROVIDER : order.join(',');
}
