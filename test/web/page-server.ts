import { afterAll, beforeEach } from 'vitest';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from './http-server.ts';

/**
 * A server for the tests of one file, stopped after them. Before each test it forgets what it heard and was told, and answers
 * what every page asks; the file's own `beforeEach` says the rest.
 */
export async function servePages(): Promise<TestServer> {
  const server = await startTestServer();
  beforeEach(() => {
    server.reset();
    server.on('GET /api/meta', { json: makeMeta() });
  });
  afterAll(() => server.stop());
  return server;
}
