import type { RequestHandler, Router } from 'express';
import { AppError, notFound } from '../errors';

/** What Express's router keeps of each thing that was mounted; its types leave `match` out. */
interface Layer {
  handle: unknown;
  route?: { stack: readonly { method: string }[] };
  match?(path: string): false | { path: string };
}

/**
 * Answers what none of these routers has: 405 with the right methods where one of them knows the
 * path by others, 404 where none does.
 */
export const unknownApiPath =
  (...routers: Router[]): RequestHandler =>
  (req, res) => {
    const path = `${req.baseUrl}${req.path}`;
    const methods = new Set(routers.flatMap(({ stack }) => methodsOf(stack, path)));
    if (methods.size === 0) throw notFound('path');
    // Express answers HEAD wherever it answers GET.
    if (methods.has('get')) methods.add('head');
    res.set('Allow', [...methods].join(', ').toUpperCase());
    throw new AppError(405, 'method-not-allowed', 'This path is asked by another method');
  };

const methodsOf = (layers: readonly Layer[], path: string): string[] =>
  layers.flatMap((layer) => {
    const match = layer.match?.(path);
    if (!match) return [];
    if (layer.route) return layer.route.stack.map(({ method }) => method);
    const rest = path.slice(match.path.length) || '/';
    return isRouter(layer.handle) ? methodsOf(layer.handle.stack, rest) : [];
  });

const isRouter = (handle: unknown): handle is { stack: Layer[] } =>
  typeof handle === 'function' && 'stack' in handle && Array.isArray(handle.stack);
