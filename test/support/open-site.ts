import { afterAll, beforeAll } from 'vitest';
import { createGeneralLimit } from '#server/platform/http/general-limit.ts';
import { type Listening, listen } from '#server/platform/http/listen.ts';
import { createListener } from '#server/platform/http/listener.ts';
import { type TestApp, useTestApp } from './app.ts';
import { createOpenWorld, type OpenWorld } from './open-world.ts';

/** A test app with the open world that listens on a port of this machine. */
export interface OpenSite {
  test: TestApp;
  url: string;
  world: OpenWorld;
}

/** Starts the site for the tests of one file. Read `.current` inside tests only. */
export function useOpenSite(): { readonly current: OpenSite } {
  const test = useTestApp();
  let site: OpenSite | undefined;
  let server: Listening | undefined;
  beforeAll(async () => {
    const { deps, app } = test.current;
    server = await listen(createListener(deps, app, createGeneralLimit(1_000_000)), { host: '127.0.0.1', port: 0 });
    site = { test: test.current, url: server.url.replace(/\/$/, ''), world: await createOpenWorld(test.current) };
  });
  afterAll(async () => {
    await server?.close();
  });
  return {
    get current() {
      if (!site) throw new Error('the site is there only inside tests');
      return site;
    },
  };
}
