import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { nominationTotals, paymentEvents, payments, paymentVotes } from '#shared/schema';
import { startTestApp, type TestApp } from './app';

export const PAYMENT = '/api/campay-payment';
export const LOOKUP = '/api/receipts/lookup';

export interface Refusal {
  message: string;
  code: string;
  issues: { path: string; message: string }[];
}

interface RawRequest {
  method?: string;
  body?: BodyInit;
  headers?: Record<string, string>;
}

/**
 * An application for all tests of a file. Expects after each test that, whatever it sent, no row
 * was written, no provider called and no request failed in the server.
 */
export function appWithoutSideEffects() {
  let app: TestApp;
  /** Rows in every table a request may write to, and calls to the provider. */
  const footprint = async () => [
    await app.db.$count(payments),
    await app.db.$count(paymentVotes),
    await app.db.$count(paymentEvents),
    await app.db.$count(nominationTotals),
    app.campay.callCount('collect'),
  ];
  let before: number[];
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    before = await footprint();
    app.logs.length = 0;
  });
  afterEach(async () => {
    expect(await footprint()).toEqual(before);
    expect(app.logs.filter((line) => line.includes('request failed'))).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });

  return {
    get app(): TestApp {
      return app;
    },
    /** Raw bytes: no client library that repairs what a test breaks on purpose. */
    async send(path: string, { method = 'POST', body, headers = {} }: RawRequest) {
      const answer = await fetch(app.url + path, { method, headers, body: body ?? null });
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    },
  };
}

/** Every rejection has the same format; one of an invalid request names the field. */
export function rejectionIn({ text, headers }: { text: string; headers: Headers }): Refusal {
  expect(headers.get('content-type')).toContain('application/json');
  const body = JSON.parse(text);
  expect(body).toEqual({
    message: expect.stringMatching(/\S/),
    code: expect.stringMatching(/^[a-z-]+$/),
    issues: expect.any(Array),
  });
  expect(body.issues.length).toBeGreaterThan(0);
  for (const issue of body.issues) {
    expect(issue).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) });
  }
  return body;
}

export const issuePathsOf = ({ issues }: Refusal) => issues.map(({ path }) => path);
