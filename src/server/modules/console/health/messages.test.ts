import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { getHealth } from '#contract/meta.ts';
import type { MessageChannel } from '#contract/outbox.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { claimMessage, type EndedBecause, endMessage, markSent } from '#server/platform/messaging/deliver.ts';
import { queueMessage } from '#server/platform/messaging/queue.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';

const TOKEN = 'a-token-of-sixteen-letters';
const site = useTestApp({ FEED: 'none', METRICS_TOKEN: TOKEN });

beforeEach(async () => {
  site.current.clock.set(TEST_NOW);
  await site.current.deps.db.deleteFrom('messages').execute();
});

const queue = (channel: MessageChannel = 'email', to: string | null = 'minh@example.com') =>
  queueMessage(site.current.deps, site.current.deps.db, {
    ...{ key: randomUUID(), userId: null, channel, to, locale: 'en', content: { kind: 'step_up', code: '048213', minutes: 10 } },
  });
async function finish(how: 'sent' | EndedBecause) {
  const { deps } = site.current;
  await queue();
  const message = (await claimMessage(deps.db, 'email', deps.now()))!;
  if (how === 'sent') await markSent(deps.db, message, deps.now());
  else await endMessage(deps.db, message, deps.now(), how, 'why');
}
const state = async () => (await callApp(site.current.app, getHealth, {})).reply.status;
const metricsAbout = async (word: string) => {
  const reply = await site.current.app.request('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  return (await reply.text()).split('\n').filter((line) => line.includes(word) && !line.startsWith('#'));
};

describe('messages', () => {
  it('may wait for five minutes; then health is degraded, and the metrics show what waits', async () => {
    const { clock, deps } = site.current;
    expect(await metricsAbout('message')).toEqual(['matchpoint_problem{name="messages_waiting"} 0']);
    await queue();
    await queue();
    await queue('sms');
    await claimMessage(deps.db, 'email', deps.now());
    clock.advance(5 * MINUTE_MS);
    expect(await state()).toBe('ok');
    clock.advance(1_000);
    expect(await state()).toBe('degraded');
    expect(await metricsAbout('message')).toEqual([
      'matchpoint_problem{name="messages_waiting"} 1',
      'matchpoint_messages{channel="email",state="sending"} 1',
      'matchpoint_messages{channel="email",state="waiting"} 1',
      'matchpoint_messages{channel="sms",state="waiting"} 1',
      'matchpoint_messages_oldest_seconds{channel="email"} 301',
      'matchpoint_messages_oldest_seconds{channel="sms"} 301',
    ]);
  });

  it.each(['too_old', 'outcome_unknown', 'unreadable'] as const)('that ended as %s degrade health for an hour', async (because) => {
    await finish(because);
    expect(await state()).toBe('degraded');
    expect(await metricsAbout('messages_ended')).toEqual([`matchpoint_messages_ended{channel="email",how="${because}"} 1`]);
    site.current.clock.advance(60 * MINUTE_MS);
    expect([await state(), await metricsAbout('messages_ended')]).toEqual(['ok', []]);
  });

  it('that were refused degrade health if they are many and the majority; messages without a recipient do not count', async () => {
    for (let count = 0; count < 4; count++) await finish('refused');
    for (let count = 0; count < 9; count++) await queue('email', null);
    expect(await state()).toBe('ok');
    await finish('refused');
    expect(await state()).toBe('degraded');
    for (let count = 0; count < 5; count++) await finish('sent');
    expect(await state()).toBe('ok');
    expect(await metricsAbout('messages_ended')).toEqual([
      'matchpoint_messages_ended{channel="email",how="refused"} 5',
      'matchpoint_messages_ended{channel="email",how="sent"} 5',
    ]);
  });
});
