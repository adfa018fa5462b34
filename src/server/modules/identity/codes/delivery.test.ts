import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCodeDelivery, sendStepUpCode, stepUp } from '#contract/auth.ts';
import type { MessageChannel } from '#contract/outbox.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { createChannels, createGateways } from '#server/platform/messaging/channels.ts';
import { deliverDue } from '#server/platform/messaging/deliver.ts';
import { askForReceipts } from '#server/platform/messaging/receipts.ts';
import { callApp, createTestApp, TEST_NOW, type TestApp } from '#test/support/app.ts';
import { type Reply, startMessageService } from '#test/support/message-services.ts';
import { takeCode } from '#test/support/messages.ts';
import { createOwner, OWNER_PASSWORD, signIn } from '#test/support/owner.ts';

/** A user whose only contacts are an address and a phone, and gateways of which one tells what became of a code. */
const TOKEN = 'AAGatewaySecretToken';
const RECEIPTS = '/api/receipts-of-texts/telegram-gateway';
let test: TestApp;
let gateway: Awaited<ReturnType<typeof startMessageService>>;
let relay: Awaited<ReturnType<typeof startMessageService>>;
let delivery = 'sent';
let references = 0;

beforeAll(async () => {
  const answer = (): Reply => ({
    ...{ status: 200 },
    body: { ok: true, result: { request_id: `r${references}`, delivery_status: { status: delivery } } },
  });
  gateway = await startMessageService(({ path }) => {
    if (path === '/checkSendAbility') references++;
    return answer();
  });
  relay = await startMessageService(() => ({ status: 202 }));
  test = await createTestApp({
    ...{ FEED: 'none', PUBLIC_URL: 'https://matchpoint.example', SMS_KIND: 'telegram-gateway,http', SMS_URL: relay.url },
    ...{ TELEGRAM_GATEWAY_TOKEN: TOKEN, TELEGRAM_GATEWAY_URL: gateway.url, CODES_PER_HOUR: '1000' },
  });
});
afterAll(async () => {
  await Promise.all([gateway.close(), relay.close(), test.database.drop()]);
});
beforeEach(async () => {
  delivery = 'sent';
  test.clock.set(TEST_NOW);
  await test.deps.db.deleteFrom('rate_limits').execute();
  await test.deps.db.deleteFrom('messages').execute();
});

let numbers = 0;
async function createReachable({ hasAddress = false } = {}) {
  const owner = await createOwner(test);
  const { token } = await signIn(test, owner);
  const phone = `+8491234${String(1000 + ++numbers)}`;
  const contact = {
    phone,
    phone_verified_at: test.deps.now(),
    ...(!hasAddress && { email: null, email_identity: null, email_verified_at: null }),
  };
  await test.deps.db.updateTable('users').set(contact).where('id', '=', owner.id).execute();
  return { ...owner, token, phone };
}
const send = async (token: string) => {
  await test.deps.db.deleteFrom('rate_limits').execute();
  return (await callApp(test.app, sendStepUpCode, {}, { token })).reply;
};
const state = async (token: string) => (await callApp(test.app, getCodeDelivery, { purpose: 'step_up' }, { token })).reply;
const deliver = (channel: MessageChannel = 'sms') => deliverDue(test.deps, channel, createChannels(test.deps)[channel]!);
const ask = () => askForReceipts(test.deps, createGateways(test.deps));

async function tell(body: unknown, key = TOKEN) {
  const text = JSON.stringify(body);
  const secret = createHash('sha256').update(key).digest();
  const signature = createHmac('sha256', secret).update(`1\n${text}`).digest('hex');
  const headers = { 'x-request-timestamp': '1', 'x-request-signature': signature };
  return (await test.app.request(RECEIPTS, { method: 'POST', body: text, headers })).status;
}

describe('a code to a phone', () => {
  it('is on its way until the gateway says that it arrived, by a signed receipt', async () => {
    const { token } = await createReachable();
    expect(await state(token)).toEqual({ state: 'unknown', other_way: false });
    await send(token);
    expect((await state(token)).state).toBe('on_its_way');
    await deliver();
    const reference = `r${references}`;
    const receipt = { request_id: reference, delivery_status: { status: 'delivered' } };
    expect([await tell(receipt, 'another token'), await tell('nonsense')]).toEqual([404, 404]);
    expect((await state(token)).state).toBe('on_its_way');
    expect(await tell(receipt)).toBe(200);
    expect(await state(token)).toEqual({ state: 'delivered', other_way: false });
    // A later word changes nothing, and one about a message that is not ours is ignored.
    expect(await tell({ ...receipt, delivery_status: { status: 'expired' } })).toBe(200);
    expect(await tell({ request_id: 'r999999', delivery_status: { status: 'expired' } })).toBe(200);
    expect((await state(token)).state).toBe('delivered');
  });

  it('is known to have failed when the gateway is asked, and the next one takes another way', async () => {
    const { token, phone } = await createReachable();
    await send(token);
    await deliver();
    expect(await ask()).toBe(0);
    test.clock.advance(10 * SECOND_MS);
    expect([await ask(), await ask()]).toEqual([1, 0]);
    expect((await state(token)).state).toBe('on_its_way');
    delivery = 'expired';
    test.clock.advance(10 * SECOND_MS);
    expect(await ask()).toBe(1);
    expect(await state(token)).toEqual({ state: 'failed', other_way: true });
    await send(token);
    const heard = [gateway.heard.length, relay.heard.length];
    await deliver();
    expect([gateway.heard.length, relay.heard.length]).toEqual([heard[0], heard[1]! + 1]);
    expect(relay.heard.at(-1)!.body).toMatchObject({ to: phone });
    // This gateway says no more, so nothing is offered.
    expect(await state(token)).toEqual({ state: 'unknown', other_way: false });
  });

  it('is late after a minute without a word; asking ends when the code has expired', async () => {
    const { token } = await createReachable();
    await send(token);
    await deliver();
    test.clock.advance(MINUTE_MS - 1);
    expect((await state(token)).state).toBe('on_its_way');
    test.clock.advance(1);
    expect(await state(token)).toEqual({ state: 'late', other_way: true });
    test.clock.advance(10 * MINUTE_MS);
    expect(await ask()).toBe(0);
    expect(await state(token)).toEqual({ state: 'unknown', other_way: false });
    const rows = await test.deps.db.selectFrom('message_receipts').select(['state', 'asks']).execute();
    expect(rows).toEqual([{ state: 'unknown', asks: 1 }]);
  });

  it('is nobody else’s business', async () => {
    const [mine, theirs] = [await createReachable(), await createReachable()];
    await send(mine.token);
    expect((await state(theirs.token)).state).toBe('unknown');
    expect((await callApp(test.app, getCodeDelivery, { purpose: 'step_up' })).status).toBe(401);
    expect((await callApp(test.app, getCodeDelivery, { purpose: 'reset_password' as never }, { token: mine.token })).status).toBe(400);
  });
});

describe('a step-up code', () => {
  it('goes to the next contact only after the first one failed', async () => {
    const { token, email, phone } = await createReachable({ hasAddress: true });
    expect(await send(token)).toMatchObject({ channel: 'email', sent_to: email });
    // Whoever holds the phone cannot ask for it there.
    expect(await send(token)).toMatchObject({ channel: 'email' });
    test.clock.advance(MINUTE_MS);
    expect(await state(token)).toEqual({ state: 'late', other_way: true });
    await test.deps.db.deleteFrom('messages').where('state', '!=', 'waiting').execute();
    expect(await send(token)).toMatchObject({ channel: 'sms', sent_to: phone });
    await test.deps.db.deleteFrom('messages').where('channel', '=', 'email').execute();
    const code = await takeCode(test, phone);
    const give = (more: object) => callApp(test.app, stepUp, { code, ...more }, { token });
    // A code is bound to where it went.
    expect((await give({})).problem.code).toBe('invalid_code');
    expect((await give({ channel: 'email' })).problem.code).toBe('invalid_code');
    expect((await give({ channel: 'sms' })).status).toBe(200);
  });

  it('is still given by a password, whatever channel is named', async () => {
    const { token } = await createReachable();
    expect((await callApp(test.app, stepUp, { password: OWNER_PASSWORD, channel: 'telegram' }, { token })).status).toBe(200);
  });
});
