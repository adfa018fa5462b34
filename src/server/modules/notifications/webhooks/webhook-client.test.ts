import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '#test/support/webhook-receiver.ts';
import { createWebhookClient } from './webhook-client.ts';

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver.close());

async function postTo(url: string, options: { answerMs?: number; allowsLoopback?: boolean } = {}) {
  const client = createWebhookClient({ allowsLoopback: true, ...options });
  const { status, problem, askedMs } = await client.post(url, { 'webhook-id': '1' }, '{}').finally(client.close);
  return { status, problem, askedMs };
}

describe('an attempt', () => {
  it.each([
    [200, { status: 200, problem: null }],
    [204, { status: 204, problem: null }],
    [410, { status: 410, problem: 'status' }],
    [500, { status: 500, problem: 'status' }],
    [
      { status: 429, headers: { 'Retry-After': '120' } },
      { status: 429, problem: 'status', askedMs: 120_000 },
    ],
    [
      { status: 503, headers: { 'Retry-After': 'soon' } },
      { status: 503, problem: 'status', askedMs: null },
    ],
  ])('that is answered %j is %j', async (answer, outcome) => {
    receiver.answer('/answers', answer);
    expect(await postTo(`${receiver.url}/answers`)).toMatchObject(outcome);
  });

  it('follows no redirect, neither to a private address nor back to the receiver', async () => {
    for (const Location of ['http://169.254.169.254/latest/meta-data', `${receiver.url}/target`, '//[::1]/']) {
      receiver.answer('/moved', { status: 307, headers: { Location } });
      expect(await postTo(`${receiver.url}/moved`)).toMatchObject({ status: 307, problem: 'redirect' });
    }
    expect(receiver.at('/target')).toEqual([]);
  });

  it('gives up a receiver that never answers', async () => {
    receiver.answer('/hangs', () => {});
    expect(await postTo(`${receiver.url}/hangs`, { answerMs: 50 })).toMatchObject({ status: null, problem: 'timeout' });
  });

  it('counts the status of a receiver that never ends its body, and gives up one that never ends its headers', async () => {
    receiver.answer('/drips', (response) => void response.writeHead(200).write('.'));
    expect(await postTo(`${receiver.url}/drips`, { answerMs: 50 })).toMatchObject({ status: 200, problem: null });
    receiver.answer('/drips', (response) => void response.socket!.write('HTTP/1.1 200 OK\r\nX-Slow: '));
    expect(await postTo(`${receiver.url}/drips`, { answerMs: 50 })).toMatchObject({ status: null, problem: 'timeout' });
  });

  it('reads no more than a little of an answer of 1 GB', async () => {
    const closed = new Promise<number>((resolve) => {
      receiver.answer('/floods', (response) => {
        const piece = Buffer.alloc(65_536, 'x');
        let sent = 0;
        response.on('close', () => resolve(sent));
        response.writeHead(200, { 'Content-Length': String(2 ** 30) });
        const more = () => {
          while (!response.destroyed && sent < 2 ** 30) {
            sent += piece.length;
            if (!response.write(piece)) return void response.once('drain', more);
          }
        };
        more();
      });
    });
    expect(await postTo(`${receiver.url}/floods`)).toMatchObject({ status: 200, problem: null });
    // What was buffered on the way is less than a hundredth.
    expect(await closed).toBeLessThan(2 ** 30 / 100);
  });

  it('fails if the headers are too large, if the receiver hangs up, or if it speaks no HTTP', async () => {
    receiver.answer('/headers', { status: 200, headers: { 'X-Large': 'x'.repeat(10_000) } });
    expect(await postTo(`${receiver.url}/headers`)).toMatchObject({ status: null, problem: 'connection' });
    receiver.answer('/closes', (response) => void response.socket!.destroy());
    expect(await postTo(`${receiver.url}/closes`)).toMatchObject({ status: null, problem: 'connection' });
    receiver.answer('/noise', (response) => void response.socket!.end('hello\r\n\r\n'));
    expect(await postTo(`${receiver.url}/noise`)).toMatchObject({ status: null, problem: 'connection' });
  });

  it.each([
    // `localhost` is looked up; addresses are not, however they are written.
    ...[
      'https://localhost/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://10.0.0.1/',
      'https://169.254.169.254/',
    ],
    ...[
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[fe80::1]/',
      'https://[fc00::1]/',
      'http://example.com/',
      'http://10.0.0.1/',
    ],
  ])('is never made to %s', async (url) => {
    expect(await postTo(url)).toEqual({ status: null, problem: 'private_address', askedMs: null });
  });

  it('is made to this machine only where that is allowed', async () => {
    const before = receiver.taken.length;
    expect(await postTo(`${receiver.url}/x`, { allowsLoopback: false })).toMatchObject({ problem: 'private_address' });
    expect(receiver.taken).toHaveLength(before);
  });
});
