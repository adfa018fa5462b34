import type { Hono } from 'hono';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { type Answer, type CallOptions, callApp } from './app.ts';
import { type CookieJar, cookieJar } from './cookie-jar.ts';

/** A browser that visits the app: it keeps cookies, and follows no redirect. */
export interface Visitor {
  jar: CookieJar;
  /** Opens an address of the app, or one that redirects to it; returns where it redirects to as a full address. */
  open: (address: string, headers?: Record<string, string>) => Promise<{ status: number; headers: Headers; location: URL }>;
  call: <E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions) => Promise<Answer<E>>;
}

/** The app's origin in tests. */
export const HOME = 'http://localhost';

export function visitor(app: Hono, jar = cookieJar()): Visitor {
  return {
    jar,
    open: async (address, headers = {}) => {
      const { pathname, search } = new URL(address, HOME);
      const response = await app.request(pathname + search, { headers: { Host: 'localhost', Cookie: jar.header(), ...headers } });
      jar.take(response.headers);
      return { status: response.status, headers: response.headers, location: new URL(response.headers.get('location') ?? '', HOME) };
    },
    call: async (endpoint, input, options = {}) => {
      const answer = await callApp(app, endpoint, input, { ...options, headers: { Cookie: jar.header(), ...options.headers } });
      jar.take(answer.headers);
      return answer;
    },
  };
}
