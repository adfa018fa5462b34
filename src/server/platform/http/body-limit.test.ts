import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { createGeneralLimit } from './general-limit.ts';
import { type Listening, listen } from './listen.ts';
import { createListener } from './listener.ts';

const test = useTestApp();
let server: Listening;

beforeAll(async () => {
  const { app, deps } = test.current;
  const limit = createGeneralLimit(1_000_000);
  server = await listen(createListener(deps, app, limit), { ...deps.config, port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** Returns the response to a body sent in these pieces, with a Content-Length or in chunks. */
const answerTo = (pieces: string[], headers: Record<string, string> = {}) =>
  new Promise<string>((resolve, reject) => {
    const sent = request(new URL('/api/bets', server.url), {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(`${response.statusCode} ${(JSON.parse(text) as { code: string }).code}`));
    });
    for (const piece of pieces) sent.write(piece);
    sent.end();
  });

const LIMIT = 64 * 1024;
const body = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
const told = (bytes: number) => ({ 'Content-Length': String(bytes) });

describe('a body', () => {
  it('with a Content-Length is accepted up to the limit', async () => {
    expect(await answerTo([body(LIMIT)], told(LIMIT))).toBe('401 token_missing');
    expect(await answerTo([body(LIMIT + 1)], told(LIMIT + 1))).toBe('413 payload_too_large');
  });

  it('sent in chunks is counted', async () => {
    const whole = body(LIMIT);
    expect(await answerTo([whole.slice(0, 1_000), whole.slice(1_000)])).toBe('401 token_missing');
    expect(await answerTo([whole.slice(0, 1_000), `${whole.slice(1_000)} `])).toBe('413 payload_too_large');
  });
});
