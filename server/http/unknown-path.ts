import type { RequestHandler } from 'express';
import { AppError, notFound } from '../errors';
import type { Api } from './api';

/**
 * Answers what none of these serves: 405 with the right methods where one of them knows the path by
 * others, 404 where none does.
 */
export const unknownApiPath =
  (...apis: Api[]): RequestHandler =>
  (req, res) => {
    const path = `${req.baseUrl}${req.path}`;
    const methods = apis.flatMap((api) => api.methodsAt(path));
    if (methods.length === 0) throw notFound('path');
    res.set('Allow', methods.join(', '));
    throw new AppError(405, 'method-not-allowed', 'This path is asked by another method');
  };
