import type { RequestHandler } from 'express';
import { AppError, notFound } from '#server/errors';
import type { Api } from './api';

/**
 * Handles requests without a route: 405 with the allowed methods when the path exists, 404
 * otherwise.
 */
export const unknownApiPath =
  (...apis: Api[]): RequestHandler =>
  (req, res) => {
    const path = `${req.baseUrl}${req.path}`;
    const methods = apis.flatMap((api) => api.methodsAt(path));
    if (methods.length === 0) throw notFound('path');
    res.set('Allow', methods.join(', '));
    throw new AppError(405, 'method-not-allowed', 'This path does not support the method');
  };
