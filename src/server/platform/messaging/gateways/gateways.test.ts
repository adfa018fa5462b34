import { createHash, createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Outcome, Outgoing } from '#server/platform/messaging/channel.ts';
import { createSmsChannel } from '#server/platform/messaging/channels.ts';
import { type HeardRequest, type Reply, startMessageService } from '#test/support/message-services.ts';
import { createEsms } from './esms.ts';
import type { Gateway } from './gateway.ts';
import { createTelegramGateway } from './telegram-gateway.ts';
import { createTwilio } from './twilio.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const TOKEN = 'AAGatewaySecretToken';
const SID = `AC${'0'.repeat(32)}`;
const MESSAGE_SID = `SM${'a'.repeat(32)}`;
const RECEIPTS = 'https://matchpoint.example/api/receipts-of-texts';
const code = { digits: '048213', minutes: 10, validUntil: new Date(NOW.getTime() + 590_000), needsLink: false };
const message: Outgoing = {
  ...{ id: '0199d7a4-0000-7000-8000-000000000001', to: '+84912345678', locale: 'en', kind: 'confirm_phone', code },
  ...{ subject: null, text: 'Matchpoint: 048213 is your code.', html: null },
};
const warning: Outgoing = { ...message, kind: 'password_changed', code: null, text: 'Matchpoint: đã đổi mật khẩu' };

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
async function serve(answer: (request: HeardRequest) => Reply) {
  const service = await startMessageService(answer);
  open.push(service.close);
  return service;
}
const now = () => NOW;
const made = {
  telegram: (url: string, answerMs = 5_000) =>
    createTelegramGateway({ url, token: TOKEN, now, receiptUrl: `${RECEIPTS}/telegram-gateway`, answerMs }),
  esms: (url: string, answerMs = 5_000, template: string | null = 'Ma Matchpoint: {code}, het han sau {minutes} phut') =>
    createEsms({ url, apiKey: 'the-key', secretKey: 'the-secret', brand: 'Matchpoint', template, answerMs }),
  twilio: (url: string, answerMs = 5_000, from = '+15005550006') =>
    createTwilio({ url, accountSid: SID, authToken: TOKEN, from, now, receiptUrl: `${RECEIPTS}/twilio`, answerMs }),
};
async function sendVia(make: (url: string, answerMs?: number) => Gateway, answer: (request: HeardRequest) => Reply, what = message) {
  const { url, heard } = await serve(answer);
  return { outcome: await make(url, 300).send(what), heard };
}
/** A problem is written to the log, so it holds neither the code nor a key, even if the gateway repeats them. */
function expectSilent(outcome: Outcome) {
  for (const secret of ['048213', TOKEN, 'the-key', 'the-secret', '912345678']) expect(JSON.stringify(outcome)).not.toContain(secret);
}
const ECHO = {
  ok: false,
  error: `code 048213 for +84912345678 with ${TOKEN}`,
  message: TOKEN,
  ErrorMessage: 'the-secret 048213',
  CodeResult: '048213',
};

describe('Telegram Gateway', () => {
  const ok = (status = 'sent'): Reply => ({
    ...{ status: 200 },
    body: { ok: true, result: { request_id: 'r1', phone_number: '+84912345678', request_cost: 0.01, delivery_status: { status } } },
  });
  const no = (error: string): Reply => ({ status: 200, body: { ok: false, error } });
  const second = (reply: Reply) => (request: HeardRequest) => (request.path === '/checkSendAbility' ? ok() : reply);

  it('gets the code, its validity and where to send the receipt, after it said that it can send', async () => {
    const { outcome, heard } = await sendVia(made.telegram, () => ok());
    expect(outcome).toEqual({ kind: 'sent', receipt: { gateway: 'telegram-gateway', reference: 'r1' } });
    expect(heard.map(({ path, body }) => [path, body])).toEqual([
      ['/checkSendAbility', { phone_number: '+84912345678' }],
      [
        '/sendVerificationMessage',
        {
          ...{ phone_number: '+84912345678', request_id: 'r1', code: '048213', ttl: 590, payload: message.id },
          callback_url: `${RECEIPTS}/telegram-gateway`,
        },
      ],
    ]);
    expect(heard[0]!.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it('is asked nothing about messages that are no codes, need a link, or expire at once', async () => {
    const expiring = { ...message, code: { ...code, validUntil: new Date(NOW.getTime() + 29_000) } };
    for (const what of [warning, { ...message, code: { ...code, needsLink: true } }, expiring]) {
      const { outcome, heard } = await sendVia(made.telegram, () => ok(), what);
      expect([outcome.kind, heard]).toEqual(['refused', []]);
    }
  });

  it.each([
    ['refused', 'PHONE_NUMBER_NOT_FOUND', undefined],
    ['not_sent', 'ACCESS_TOKEN_INVALID', undefined],
    ['not_sent', 'BALANCE_NOT_ENOUGH', undefined],
    ['not_sent', 'FLOOD_WAIT_7', 7_000],
  ])('%s is what it means by %s, before and after it could send', async (kind, error, afterMs) => {
    for (const answer of [() => no(error), second(no(error))]) {
      const { outcome } = await sendVia(made.telegram, answer);
      expect(outcome).toEqual({ kind, problem: `Telegram Gateway answered ${error}`, ...(afterMs && { afterMs }) });
    }
  });

  it('has sent nothing if it fails while it is asked whether it can, and may have once it was told to send', async () => {
    const faults: Reply[] = [
      null,
      undefined,
      { status: 502, body: '<html>' },
      { status: 200, body: ECHO },
      { status: 200, body: 'x'.repeat(70_000) },
    ];
    for (const fault of faults) {
      const [before, after] = [await sendVia(made.telegram, () => fault), await sendVia(made.telegram, second(fault))];
      expect([before.outcome.kind, after.outcome.kind]).toEqual(['not_sent', 'unknown']);
      for (const { outcome } of [before, after]) expectSilent(outcome);
    }
  });

  it('says what became of a code when asked, and is not believed about another', async () => {
    const states = { sent: 'pending', delivered: 'delivered', read: 'delivered', expired: 'undelivered', revoked: 'undelivered' };
    for (const [status, delivery] of Object.entries(states)) {
      const { url, heard } = await serve(() => ok(status));
      expect(await made.telegram(url).askDelivery!('r1')).toBe(delivery);
      expect(heard[0]).toMatchObject({ path: '/checkVerificationStatus', body: { request_id: 'r1' } });
      expect(await made.telegram(url).askDelivery!('r2')).toBeNull();
    }
  });

  it('signs its receipts with the hash of our token', () => {
    const body = JSON.stringify({ request_id: 'r1', delivery_status: { status: 'delivered', updated_at: 1 } });
    const sign = (text: string, key: Buffer | string) => createHmac('sha256', key).update(text).digest('hex');
    const key = createHash('sha256').update(TOKEN).digest();
    const read = (signature: string | undefined, at = '17', text = body) =>
      made.telegram('https://unused.example').readReceipt!({
        ...{ url: `${RECEIPTS}/telegram-gateway`, body: text },
        header: (name) => ({ 'x-request-timestamp': at, 'x-request-signature': signature })[name],
      });
    expect(read(sign(`17\n${body}`, key))).toEqual({ reference: 'r1', delivery: 'delivered' });
    for (const forged of [undefined, '', 'zz', sign(`17\n${body}`, TOKEN), sign(`18\n${body}`, key), sign(body, key)])
      expect(read(forged)).toBeNull();
    expect(read(sign('17\n{}', key), '17', '{}')).toBeNull();
    expect(read(sign('17\nnonsense', key), '17', 'nonsense')).toBeNull();
  });
});

describe('eSMS', () => {
  const answer = (CodeResult: string, more = {}): Reply => ({ status: 200, body: { CodeResult, CountRegenerate: 0, ...more } });

  it('gets the registered text with the code, our keys and the row as its request', async () => {
    const { outcome, heard } = await sendVia(made.esms, () => answer('100', { SMSID: 's1' }));
    expect(outcome).toEqual({ kind: 'sent', receipt: { gateway: 'esms', reference: 's1' } });
    expect(heard[0]!.path).toBe('/MainService.svc/json/SendMultipleMessage_V4_post_json/');
    expect(heard[0]!.body).toEqual({
      ...{ ApiKey: 'the-key', SecretKey: 'the-secret', Phone: '84912345678', Brandname: 'Matchpoint', SmsType: '2', Sandbox: '0' },
      ...{ Content: 'Ma Matchpoint: 048213, het han sau 10 phut', IsUnicode: '0', RequestId: message.id },
    });
  });

  it('gets other messages as they are, and no foreign numbers', async () => {
    const { heard } = await sendVia(made.esms, () => answer('100', { SMSID: 's1' }), warning);
    expect(heard[0]!.body).toMatchObject({ Content: warning.text, IsUnicode: '1' });
    const abroad = await sendVia(made.esms, () => answer('100'), { ...message, to: '+4915112345678' });
    expect([abroad.outcome.kind, abroad.heard]).toEqual(['refused', []]);
  });

  it.each([
    ['sent', '124'],
    ['not_sent', '101'],
    ['not_sent', '103'],
    ['not_sent', '104'],
    ['not_sent', '146'],
    ['unknown', '99'],
  ])('%s is what it means by %s inside a 200', async (kind, result) => {
    const { outcome } = await sendVia(made.esms, () => answer(result, { ErrorMessage: 'the-secret 048213' }));
    expect(outcome.kind).toBe(kind);
    expectSilent(outcome);
  });

  it('may have sent a text if it does not answer as documented', async () => {
    for (const fault of [
      null,
      undefined,
      { status: 500 },
      { status: 200, body: ECHO },
      { status: 200, body: 'x'.repeat(70_000) },
    ] as Reply[]) {
      const { outcome } = await sendVia(made.esms, () => fault);
      expect(outcome.kind).toBe('unknown');
      expectSilent(outcome);
    }
    expect((await sendVia(made.esms, () => ({ status: 503, headers: { 'Retry-After': '30' } }))).outcome).toMatchObject({
      ...{ kind: 'not_sent', afterMs: 30_000 },
    });
  });

  it('is asked what became of a text', async () => {
    const told = { CodeResponse: '100', SMSID: 's1', SendFailed: 0, SendStatus: 5, SendSuccess: 1, TotalPrice: 850.0 };
    const ask = async (body: unknown, reference = 's1') => {
      const { url, heard } = await serve(() => ({ status: 200, body }));
      return { delivery: await made.esms(url).askDelivery!(reference), path: heard[0]!.path };
    };
    expect(await ask(told)).toEqual({
      delivery: 'delivered',
      path: '/MainService.svc/json/GetSendStatus?RefId=s1&ApiKey=the-key&SecretKey=the-secret',
    });
    expect((await ask({ ...told, SendSuccess: 0, SendFailed: '1' })).delivery).toBe('undelivered');
    expect((await ask({ ...told, SendStatus: 2, SendSuccess: 0 })).delivery).toBe('pending');
    expect((await ask(told, 's2')).delivery).toBeNull();
    expect((await ask({ CodeResponse: '101', SMSID: 's1' })).delivery).toBeNull();
    expect(made.esms('https://unused.example')).not.toHaveProperty('readReceipt');
  });
});

describe('Twilio', () => {
  const taken: Reply = { status: 201, body: { sid: MESSAGE_SID, status: 'queued' } };

  it('gets the text, how long it is worth sending, and where to send the receipt', async () => {
    const { outcome, heard } = await sendVia(made.twilio, () => taken);
    expect(outcome).toEqual({ kind: 'sent', receipt: { gateway: 'twilio', reference: MESSAGE_SID } });
    expect(heard[0]).toMatchObject({ method: 'POST', path: `/2010-04-01/Accounts/${SID}/Messages.json` });
    expect(heard[0]!.headers.authorization).toBe(`Basic ${Buffer.from(`${SID}:${TOKEN}`).toString('base64')}`);
    expect(Object.fromEntries(new URLSearchParams(heard[0]!.text))).toEqual({
      ...{ To: '+84912345678', From: '+15005550006', Body: message.text, ValidityPeriod: '590' },
      StatusCallback: `${RECEIPTS}/twilio`,
    });
    const service = `MG${'b'.repeat(32)}`;
    const byService = await sendVia(
      (url) => made.twilio(url, 300, service),
      () => taken,
      warning,
    );
    expect(Object.fromEntries(new URLSearchParams(byService.heard[0]!.text))).toEqual({
      ...{ To: warning.to, MessagingServiceSid: service, Body: warning.text, StatusCallback: `${RECEIPTS}/twilio` },
    });
  });

  it.each([
    ['refused', 400, 21211],
    ['refused', 400, 21610],
    ['not_sent', 401, 20003],
    ['not_sent', 429, 20429],
    ['not_sent', 503, undefined],
    ['unknown', 500, undefined],
    ['unknown', 200, undefined],
  ])('%s is what it means by %i with code %s', async (kind, status, problem) => {
    const { outcome, heard } = await sendVia(made.twilio, () => ({ status, body: { code: problem, message: `${TOKEN} 048213`, status } }));
    expect(outcome).toEqual({ kind, problem: `Twilio answered ${status}${problem ? ` (${problem})` : ''}` });
    expect(heard).toHaveLength(1);
  });

  it('may have sent a text if it is silent or hangs up', async () => {
    for (const fault of [null, undefined]) expect((await sendVia(made.twilio, () => fault)).outcome.kind).toBe('unknown');
  });

  it('says what became of a text when asked', async () => {
    const states = { queued: 'pending', sent: 'pending', delivered: 'delivered', undelivered: 'undelivered', failed: 'undelivered' };
    for (const [status, delivery] of Object.entries(states)) {
      const { url } = await serve(() => ({ status: 200, body: { sid: MESSAGE_SID, status } }));
      expect(await made.twilio(url).askDelivery!(MESSAGE_SID)).toBe(delivery);
      expect(await made.twilio(url).askDelivery!(`SM${'c'.repeat(32)}`)).toBeNull();
    }
  });

  it('signs its receipts over our address and all fields', () => {
    const url = `${RECEIPTS}/twilio`;
    const fields = { MessageStatus: 'undelivered', MessageSid: MESSAGE_SID, ErrorCode: '30003', AccountSid: SID };
    const body = new URLSearchParams(fields).toString();
    // By hand: the address, then each name and its value, sorted by name.
    const text = `${url}AccountSid${SID}ErrorCode30003MessageSid${MESSAGE_SID}MessageStatusundelivered`;
    const sign = (signed: string, key = TOKEN) => createHmac('sha1', key).update(signed).digest('base64');
    const read = (signature: string | undefined, to = url) =>
      made.twilio('https://unused.example').readReceipt!({ url: to, body, header: () => signature });
    expect(read(sign(text))).toEqual({ reference: MESSAGE_SID, delivery: 'undelivered' });
    for (const forged of [undefined, '', sign(text, 'other'), sign(text.replace('undelivered', 'delivered'))])
      expect(read(forged)).toBeNull();
    expect(read(sign(text), `${url}?x=1`)).toBeNull();
  });
});

describe('several gateways', () => {
  const chain = async (first: Reply, avoid: string[] = []) => {
    const [telegram, twilio] = [
      await serve(() => first),
      await serve(() => ({ status: 201, body: { sid: MESSAGE_SID, status: 'queued' } })),
    ];
    const channel = createSmsChannel([made.telegram(telegram.url, 300), made.twilio(twilio.url)]);
    const outcome = await channel.send({ ...message, avoid });
    return { outcome, asked: [telegram.heard.length, twilio.heard.length] };
  };
  const cannot: Reply = { status: 200, body: { ok: false, error: 'PHONE_NUMBER_NOT_FOUND' } };
  const can: Reply = { status: 200, body: { ok: true, result: { request_id: 'r1' } } };

  it('are tried in turn after one that certainly sent nothing', async () => {
    expect(await chain(cannot)).toEqual({
      outcome: { kind: 'sent', receipt: { gateway: 'twilio', reference: MESSAGE_SID } },
      asked: [1, 1],
    });
    expect((await chain(null)).asked).toEqual([1, 1]);
    expect((await chain(can)).asked).toEqual([2, 0]);
  });

  it('are not tried after one that may have sent the message', async () => {
    const telegram = await serve(({ path }) => (path === '/checkSendAbility' ? can : null));
    const twilio = await serve(() => ({ status: 201, body: {} }));
    const outcome = await createSmsChannel([made.telegram(telegram.url), made.twilio(twilio.url)]).send(message);
    expect([outcome.kind, twilio.heard]).toEqual(['unknown', []]);
  });

  it('are tried last if the last code did not arrive through them', async () => {
    expect((await chain(can, ['telegram-gateway'])).asked).toEqual([0, 1]);
  });

  it('leave a message waiting if one of them may take it later', async () => {
    const refusing = await serve(() => ({ status: 400, body: { code: 21211 } }));
    const busy = await serve(() => ({ status: 429, headers: { 'Retry-After': '9' } }));
    const both = createSmsChannel([made.twilio(refusing.url), made.esms(busy.url)]);
    expect(await both.send(message)).toEqual({
      kind: 'not_sent',
      problem: 'Twilio answered 400 (21211); eSMS answered 429',
      afterMs: 9_000,
    });
    expect(await createSmsChannel([made.twilio(refusing.url)]).send(message)).toMatchObject({ kind: 'refused' });
  });
});
