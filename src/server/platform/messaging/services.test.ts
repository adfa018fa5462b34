import { afterEach, describe, expect, it } from 'vitest';
import { type Reply, startMessageService } from '#test/support/message-services.ts';
import type { Outgoing } from './channel.ts';
import { createPlainHttp } from './gateways/plain-http.ts';
import { createTelegramChannel } from './telegram.ts';

const TOKEN = '123456:AbCdEfGhIjKlMnOpQrStUv';
const message: Outgoing = {
  ...{ id: '0199d7a4-0000-7000-8000-000000000001', to: '84912345678', locale: 'en' },
  ...{ subject: null, text: 'Matchpoint: 048213 & <more>', html: null, kind: 'password_changed', code: null },
};

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
async function serviceThat(answer: () => Reply) {
  const service = await startMessageService(answer);
  open.push(service.close);
  return service;
}
/** An address where nothing listens. */
async function nowhere(): Promise<string> {
  const { url, close } = await startMessageService(() => null);
  await close();
  return url;
}

describe('Telegram', () => {
  const sendVia = async (reply: Reply, answerMs = 5_000) => {
    const { url, heard } = await serviceThat(() => reply);
    return { outcome: await createTelegramChannel({ token: TOKEN, apiUrl: url, answerMs }).send(message), heard };
  };
  const refusal = (error_code: number, description: string, parameters = {}): Reply => ({
    status: error_code,
    body: { ok: false, error_code, description, parameters },
  });

  it('gets the text unchanged, without link previews', async () => {
    const { outcome, heard } = await sendVia({ status: 200, body: { ok: true, result: { message_id: 1 } } });
    expect(outcome).toEqual({ kind: 'sent' });
    expect(heard).toMatchObject([{ method: 'POST', path: `/bot${TOKEN}/sendMessage` }]);
    expect(heard[0]!.body).toEqual({ chat_id: message.to, text: message.text, link_preview_options: { is_disabled: true } });
  });

  it('says how long to wait', async () => {
    expect((await sendVia(refusal(429, 'Too Many Requests: retry after 7', { retry_after: 7 }))).outcome).toEqual({
      ...{ kind: 'not_sent', problem: 'Telegram answered 429: Too Many Requests: retry after 7', afterMs: 7_000 },
    });
  });

  it.each([
    ['refused', 403, 'Forbidden: bot was blocked by the user'],
    ['refused', 400, 'Bad Request: chat not found'],
    ['not_sent', 401, 'Unauthorized'],
    ['not_sent', 404, 'Not Found'],
    ['unknown', 500, 'Internal Server Error'],
  ])('%s is what it means when it answers %i', async (kind, code, description) => {
    expect((await sendVia(refusal(code, description))).outcome).toEqual({ kind, problem: `Telegram answered ${code}: ${description}` });
  });

  it('may have sent a message after an invalid response', async () => {
    expect((await sendVia(null)).outcome).toEqual({ kind: 'unknown', problem: expect.stringMatching(/^Telegram does not answer \(/) });
    expect((await sendVia(undefined, 100)).outcome).toMatchObject({ kind: 'unknown', problem: 'Telegram does not answer (TimeoutError)' });
    expect((await sendVia({ status: 502, body: '<html>Bad Gateway</html>' })).outcome).toMatchObject({ kind: 'unknown' });
  });

  it('was sent nothing when it cannot be reached', async () => {
    for (const apiUrl of [await nowhere(), 'http://no-such-host.invalid']) {
      const outcome = await createTelegramChannel({ token: TOKEN, apiUrl }).send(message);
      expect(outcome).toMatchObject({
        kind: 'not_sent',
        problem: expect.stringMatching(/^Telegram does not answer \((ECONNREFUSED|ENOTFOUND|EAI_AGAIN)\)$/),
      });
    }
  });
});

describe('the SMS service', () => {
  const sendVia = async (reply: Reply, answerMs = 5_000) => {
    const { url, heard } = await serviceThat(() => reply);
    return { outcome: await createPlainHttp({ url: `${url}/send`, token: 'secret', answerMs }).send(message), heard };
  };

  it("gets the number, the text, our token and the row's id", async () => {
    const { outcome, heard } = await sendVia({ status: 202 });
    expect(outcome).toEqual({ kind: 'sent' });
    expect(heard).toMatchObject([{ method: 'POST', path: '/send', body: { to: message.to, text: message.text } }]);
    expect(heard[0]!.headers).toMatchObject({
      ...{ authorization: 'Bearer secret', 'idempotency-key': message.id, 'content-type': 'application/json' },
    });
  });

  it('gets no token if none is set', async () => {
    const { url, heard } = await serviceThat(() => ({ status: 200 }));
    await createPlainHttp({ url, token: null }).send(message);
    expect(heard[0]!.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['refused', 400],
    ['refused', 422],
    ['not_sent', 401],
    ['not_sent', 403],
    ['not_sent', 302],
    ['unknown', 500],
    ['unknown', 504],
  ])('%s is what it means when it answers %i', async (kind, status) => {
    const { outcome, heard } = await sendVia({ status, headers: { location: '/elsewhere' } });
    expect(outcome).toEqual({ kind, problem: `The SMS service answered ${status}` });
    expect(heard).toHaveLength(1);
  });

  it('says how long to wait', async () => {
    const outcome = async (status: number, after: string) => (await sendVia({ status, headers: { 'retry-after': after } })).outcome;
    expect(await outcome(429, '30')).toMatchObject({ kind: 'not_sent', afterMs: 30_000 });
    expect(await outcome(503, 'Wed, 21 Oct 2026 07:28:00 GMT')).toEqual({ kind: 'not_sent', problem: 'The SMS service answered 503' });
  });

  it('may have sent a message without a response, and was sent nothing if it cannot be reached', async () => {
    expect((await sendVia(null)).outcome).toMatchObject({ kind: 'unknown' });
    expect((await sendVia(undefined, 100)).outcome).toEqual({ kind: 'unknown', problem: 'The SMS service does not answer (TimeoutError)' });
    const outcome = await createPlainHttp({ url: await nowhere(), token: null }).send(message);
    expect(outcome).toEqual({ kind: 'not_sent', problem: 'The SMS service does not answer (ECONNREFUSED)' });
  });
});
