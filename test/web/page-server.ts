import { afterAll, beforeEach } from 'vitest';
import { makeHelpLines, makeLegalFacts } from '#test/web/fixtures/legal.ts';
import { makeMeta } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from './http-server.ts';

/**
 * A server for the tests of one file, stopped after them. Before each test it is reset, and answers what every page requests; the file's
 * own `beforeEach` adds the rest.
 */
export async function servePages(): Promise<TestServer> {
  const server = await startTestServer();
  beforeEach(() => {
    server.reset();
    server.on('GET /api/meta', { json: makeMeta() });
    server.on('GET /api/legal', { json: makeLegalFacts() });
    server.on('GET /api/help-lines', { json: makeHelpLines() });
  });
  afterAll(() => server.stop());
  return server;
}
