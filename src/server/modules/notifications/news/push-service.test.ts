import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { type StartedPushService, startPushService, subscribe } from '#test/support/push-browser.ts';
import { createPushService, type PushOptions } from './push-service.ts';
import { testPayload } from './wording.ts';

const test = useTestApp({ FEED: 'none' });
let pushes: StartedPushService;
beforeAll(async () => {
  pushes = await startPushService();
});
afterAll(() => pushes.close());

const OPTIONS: PushOptions = { ttlSeconds: 600, urgency: 'high' };
const sendTo = (browser: ReturnType<typeof subscribe>, given: { standIn?: string; answerMs?: number } = { standIn: pushes.url }) => {
  const { deps } = test.current;
  const service = createPushService(deps, given);
  const { endpoint, keys } = browser.subscription;
  return service.send({ endpoint, ...keys }, testPayload('vi', deps.now()), OPTIONS).finally(service.close);
};

describe('a push message', () => {
  it('can be decrypted only by the browser that subscribed', async () => {
    const [reader, other] = [subscribe('reader'), subscribe('other')];
    expect(await sendTo(reader)).toEqual({ kind: 'sent' });
    const { headers, body } = pushes.taken.at(-1)!;
    expect(headers).toMatchObject({ ttl: '600', urgency: 'high', 'content-encoding': 'aes128gcm' });
    expect(headers.topic).toMatch(/^[\w-]{32}$/);
    expect(body.length).toBeLessThan(4_096);
    expect(reader.open(body)).toEqual(testPayload('vi', test.current.deps.now()));
    expect(() => other.open(body)).toThrow();
  });

  it.each([
    [{ status: 201 }, { kind: 'sent' }],
    [{ status: 404 }, { kind: 'gone' }],
    [{ status: 410 }, { kind: 'gone' }],
    [
      { status: 429, headers: { 'Retry-After': '120' } },
      { kind: 'not_sent', afterMs: 120_000 },
    ],
    [{ status: 500 }, { kind: 'not_sent', problem: 'the push service answered 500' }],
    [{ status: 403 }, { kind: 'refused', problem: 'the push service answered 403' }],
    [
      { status: 307, headers: { Location: 'http://169.254.169.254/' } },
      { kind: 'refused', problem: 'the push service answered 307' },
    ],
    [null, { kind: 'not_sent', problem: 'the push service does not answer (ECONNRESET)' }],
  ])('that is answered %j has the outcome %j', async (answer, outcome) => {
    const browser = subscribe(`answered-${answer?.status}`);
    pushes.answer(browser, answer);
    expect(await sendTo(browser)).toMatchObject(outcome);
  });

  it('that is never answered times out', async () => {
    const browser = subscribe('patient');
    pushes.answer(browser, undefined);
    expect(await sendTo(browser, { standIn: pushes.url, answerMs: 50 })).toMatchObject({ kind: 'not_sent' });
  });

  it('is sent only to public internet addresses', async () => {
    // `localhost` resolves to the loopback address.
    const browser = { ...subscribe('inside'), endpoint: 'https://localhost/x' };
    browser.subscription = { ...browser.subscription, endpoint: browser.endpoint };
    expect(await sendTo(browser, {})).toEqual({ kind: 'not_sent', problem: 'the push service does not answer (EPRIVATE)' });
  });
});
