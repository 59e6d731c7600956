import express, { Router } from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createLogger } from '../platform/logger';
import { errorHandler } from './error-handler';
import { unknownApiPath } from './unknown-path';

const done: express.RequestHandler = (_req, res) => void res.json({});

const pictures = Router().get('/:name', done);
const rooms = Router()
  .use(Router().get('/api/artists/:id', done).put('/api/artists/:id', done))
  .post(['/api/hooks', '/api/hooks/:suffix'], done)
  .use('/api/pictures', express.json(), pictures);
const app = express()
  .use(rooms)
  .use('/api', unknownApiPath(rooms))
  .use(errorHandler(createLogger('silent')));

test.each([
  ['post', '/api/artists/7', 'GET, PUT, HEAD'],
  ['get', '/api/hooks', 'POST'],
  ['get', '/api/hooks/7?from=elsewhere', 'POST'],
  ['delete', '/api/pictures/7', 'GET, HEAD'],
  ['delete', '/API/Artists/7/', 'GET, PUT, HEAD'],
] as const)(
  '%s %s is told which methods will do, wherever it is mounted',
  async (method, path, methods) => {
    const { headers, body } = await request(app)[method](path).expect(405);
    expect(headers.allow).toBe(methods);
    expect(body.code).toBe('method-not-allowed');
  },
);

test.each([
  '/api',
  '/api/7',
  '/api/pictures',
  '/api/pictures/7/8',
  '/api/artists',
  '/api/hooks/7/8',
])('nobody knows %s', async (path) => {
  const { body, headers } = await request(app).delete(path).expect(404);
  expect(headers).not.toHaveProperty('allow');
  expect(body).toEqual({ message: 'No such path', code: 'not-found' });
});
