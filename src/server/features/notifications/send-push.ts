import { DEVICE_FAILURES_MAX } from '#domain/notification.ts';
import type { Deps } from '#server/deps.ts';
import { retryMs } from '#server/messages/back-off.ts';
import { forgetDevice, markFailed, markReached } from './device-queries.ts';
import type { PushOutcome, PushService } from './push-service.ts';
import * as queue from './send-queries.ts';

/** Taken at once, and how many of them are on their way at a time. */
const AT_ONCE = 100;
const HANDS = 20;
/** Of one run: a job can be ended in between. */
const ROUNDS_MAX = 5;
/** Longer than all of them can take. */
const IN_HAND_MS = 2 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Sends what is due to browsers; says how many it had in hand. Any number of processes may do this at once. */
export async function sendPushes(deps: Deps, push: PushService): Promise<number> {
  let all = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const at = deps.now();
    const claimed = await queue.claimDue(deps.db, 'push', AT_ONCE, at, new Date(at.getTime() + IN_HAND_MS));
    if (claimed.length === 0) break;
    await sendAll(deps, push, claimed, at);
    all += claimed.length;
    if (claimed.length < AT_ONCE) break;
  }
  return all;
}

async function sendAll(deps: Deps, push: PushService, claimed: readonly queue.DueNotification[], at: Date): Promise<void> {
  const devices = await queue.findSendingDevices(
    deps.db,
    claimed.map(({ target }) => target),
    at,
  );
  const known = new Map(devices.map((device) => [device.id, device]));
  // Of who has signed out, or would hear it too late, nothing is left to do.
  const isWanted = ({ target, not_after }: queue.DueNotification) => known.has(target) && not_after > at;
  const done: queue.InHand[] = claimed.filter((one) => !isWanted(one));
  const reached = new Set<string>();
  const waiting = claimed.filter(isWanted);
  const hand = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const outcome = await push.send(
        known.get(one.target)!,
        { ...one.payload, renotify: one.loud, silent: !one.loud },
        optionsOf(one, at),
      );
      if (outcome.kind === 'sent') reached.add(one.target);
      if (await isDone(deps, one, outcome)) done.push(one);
    }
  };
  await Promise.all(Array.from({ length: HANDS }, hand));
  await queue.deleteNotifications(deps.db, done);
  await markReached(deps.db, [...reached], deps.now());
}

const optionsOf = ({ loud, not_after }: queue.DueNotification, at: Date) => ({
  ttlSeconds: Math.ceil((not_after.getTime() - at.getTime()) / 1_000),
  urgency: loud ? ('high' as const) : ('low' as const),
});

/** Whether there is nothing left to do; what can be tried again in time is put back. */
async function isDone({ db, now, randomBytes, log }: Deps, one: queue.DueNotification, outcome: PushOutcome): Promise<boolean> {
  if (outcome.kind === 'sent') return true;
  if (outcome.kind === 'gone') await forgetDevice(db, one.target);
  if (outcome.kind !== 'refused' && outcome.kind !== 'not_sent') return true;
  log.debug({ device: one.target, problem: outcome.problem }, 'a push was not taken');
  await markFailed(db, one.target, DEVICE_FAILURES_MAX);
  if (outcome.kind === 'refused') return true;
  const waitMs = Math.max(retryMs(one.tries, randomBytes), Math.min(outcome.afterMs ?? 0, DAY_MS));
  const nextTryAt = new Date(now().getTime() + waitMs);
  if (nextTryAt >= one.not_after) return true;
  await queue.putBack(db, one, nextTryAt);
  return false;
}
