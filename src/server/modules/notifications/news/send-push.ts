import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEVICE_FAILING_DAYS, DEVICE_FAILURES_MAX } from '#domain/notifications/notification.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { retryMs } from '#server/platform/messaging/channel.ts';
import { markFailed, markReached, removeDevice } from './device-queries.ts';
import { muteProof } from './mutes.ts';
import type { PushOutcome, PushService } from './push-service.ts';
import * as queue from './send-queries.ts';

/**
 * Maximum number of pushes in flight. A response takes a tenth of a second or more, in which one core encrypts and sends a hundred others,
 * so half of these keep it busy.
 */
const HANDS = 400;
/** While pushes are in flight, free slots are refilled and newly due notifications are looked for at this interval. */
const MORE_MS = 100;
const LOOK_MS = 500;
/** How long a claim holds: longer than a push can take until its result is stored. */
const IN_HAND_MS = 2 * 60_000;

/** Pushes in flight, and results not yet written to the database. */
interface Run {
  busy: number;
  done: queue.InHand[];
  reached: Set<string>;
  /** The first failure. */
  failure: { error: unknown } | null;
  /** Called when a slot becomes free. */
  wake: () => void;
}

/**
 * Sends due notifications to browsers until none is due or `mayGoOn` returns false; returns how many it claimed. Any number of processes
 * may run this at once. It claims more as soon as half of the slots are free, so an unresponsive push service delays nobody unless it
 * occupies all slots.
 */
export async function sendPushes(deps: Deps, push: PushService, mayGoOn = () => true): Promise<number> {
  const run: Run = { busy: 0, done: [], reached: new Set(), failure: null, wake: () => {} };
  let all = 0;
  for (let isMore = true; isMore || run.busy > 0; ) {
    const mayTake = run.failure === null && mayGoOn();
    const free = HANDS - run.busy;
    const [taken] = await Promise.all([mayTake ? takeDue(deps, push, run, free) : 0, writeDown(deps, run)]);
    all += taken;
    isMore = mayTake && taken === free;
    if (isMore) await untilBusy(run, HANDS / 2, MORE_MS);
    else await untilBusy(run, 0, mayTake ? LOOK_MS : IN_HAND_MS);
  }
  await writeDown(deps, run);
  if (run.failure !== null) throw run.failure.error;
  return all;
}

/** Claims and starts up to `limit` pushes; returns how many. */
async function takeDue(deps: Deps, push: PushService, run: Run, limit: number): Promise<number> {
  const at = deps.now();
  const claimed = await queue.claimDue(deps.db, 'push', limit, at, new Date(at.getTime() + IN_HAND_MS));
  const devices = await queue.findSendingDevices(
    deps.db,
    claimed.map(({ target }) => target),
    at,
  );
  const known = new Map(devices.map((device) => [device.id, device]));
  const send = async (one: queue.DueNotification, device: queue.SendingDevice) => {
    const payload = { ...one.payload, renotify: one.loud, silent: !one.loud, mute: muteProof(deps, device.id, one.tag) };
    const outcome = await push.send(device, payload, optionsOf(one, at));
    if (outcome.kind === 'sent') run.reached.add(one.target);
    if (await isDone(deps, one, outcome)) run.done.push(one);
  };
  const fail = (error: unknown) => {
    run.failure ??= { error };
  };
  for (const one of claimed) {
    const device = known.get(one.target);
    // The user has signed out, or the notification is too late: drop it.
    if (device === undefined || one.not_after <= at) {
      run.done.push(one);
      continue;
    }
    run.busy++;
    // Encrypts each message in an event loop turn of its own, so that requests in this process are not held up.
    await nextTurn();
    void send(one, device)
      .catch(fail)
      .finally(() => {
        run.busy--;
        run.wake();
      });
  }
  return claimed.length;
}

/** Waits until at most `atMost` pushes are in flight, or for `ms` milliseconds. */
const untilBusy = (run: Run, atMost: number, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    run.wake = () => {
      if (run.busy > atMost) return;
      clearTimeout(timer);
      resolve();
    };
    run.wake();
  });

async function writeDown({ db, now }: Deps, run: Run): Promise<void> {
  const reached = [...run.reached];
  run.reached.clear();
  await queue.deleteNotifications(db, run.done.splice(0));
  await markReached(db, reached, now());
}

const optionsOf = ({ loud, not_after }: queue.DueNotification, at: Date) => ({
  ttlSeconds: Math.ceil((not_after.getTime() - at.getTime()) / 1_000),
  urgency: loud ? ('high' as const) : ('low' as const),
});

/** Returns whether a notification is finished; one that can still be retried in time is put back into the queue. */
async function isDone({ db, now, randomBytes, log }: Deps, one: queue.DueNotification, outcome: PushOutcome): Promise<boolean> {
  if (outcome.kind === 'sent') return true;
  if (outcome.kind === 'gone') await removeDevice(db, one.target);
  if (outcome.kind !== 'refused' && outcome.kind !== 'not_sent') return true;
  log.debug({ device: one.target, problem: outcome.problem }, 'push service did not accept a notification');
  const at = now();
  await markFailed(db, one.target, at, { failures: DEVICE_FAILURES_MAX, since: new Date(at.getTime() - DEVICE_FAILING_DAYS * DAY_MS) });
  if (outcome.kind === 'refused') return true;
  const nextTryAt = new Date(at.getTime() + retryMs(one.tries, randomBytes, outcome.afterMs));
  if (nextTryAt >= one.not_after) return true;
  await queue.putBack(db, one, nextTryAt);
  return false;
}
