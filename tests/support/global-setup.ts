import type { TestProject } from 'vitest/node';
import { startTestServer, type TestServer } from './database-server';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestServer();
  project.provide('testServer', server);
  return stop;
}
