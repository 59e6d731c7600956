import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createLogger } from '#server/platform/logger';
import { Api } from './api';
import { errorHandler } from './error-handler';
import { unknownApiPath } from './unknown-path';

const respond: express.RequestHandler = (_req, res) => void res.json({});

const api = new Api({ checksAnswers: false });
api.mount('GET', '/api/artists/:id', respond);
api.mount('PUT', '/api/artists/:id', respond);
api.mount('POST', '/api/hooks', respond);
api.mount('POST', '/api/hooks/:suffix', respond);
api.mount('GET', '/api/payments.csv', respond);
const app = express()
  .use(api.router)
  .use('/api', unknownApiPath(api))
  .use(errorHandler(createLogger('silent')));

test.each([
  ['post', '/api/artists/7', 'GET, PUT, HEAD'],
  ['get', '/api/hooks', 'POST'],
  ['get', '/api/hooks/7?from=elsewhere', 'POST'],
  ['delete', '/api/payments.csv', 'GET, HEAD'],
  ['delete', '/API/Artists/7/', 'GET, PUT, HEAD'],
] as const)('the response to %s %s lists the allowed methods', async (method, path, methods) => {
  const { headers, body } = await request(app)[method](path).expect(405);
  expect(headers.allow).toBe(methods);
  expect(body.code).toBe('method-not-allowed');
});

test.each([
  '/api',
  '/api/7',
  '/api/paymentsXcsv',
  '/api/artists',
  '/api/artists/7/8',
  '/api/hooks/7/8',
])('%s is unknown', async (path) => {
  const { body, headers } = await request(app).delete(path).expect(404);
  expect(headers).not.toHaveProperty('allow');
  expect(body).toEqual({ message: 'No such path', code: 'not-found' });
});
