import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEVICE_FAILING_DAYS, DEVICE_FAILURES_MAX } from '#domain/notifications/notification.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { retryMs } from '#server/platform/messaging/back-off.ts';
import { markFailed, markReached, removeDevice } from './device-queries.ts';
import type { PushOutcome, PushService } from './push-service.ts';
import * as queue from './send-queries.ts';

/** On their way at a time. Answers take a tenth of a second or more, in which a core encrypts and sends a hundred others: half of them keep it at work. */
const HANDS = 400;
/** While others are waited for, the hands that are free take what is left so often, and look so often for what has become due since. */
const MORE_MS = 100;
const LOOK_MS = 500;
/** Longer than one can take until it is written down. */
const IN_HAND_MS = 2 * 60_000;

/** What is on its way, and what came of the others since that was last written down. */
interface Run {
  busy: number;
  done: queue.InHand[];
  reached: Set<string>;
  /** The first one. */
  failure: { error: unknown } | null;
  /** Called when a hand is free. */
  wake: () => void;
}

/**
 * Sends what is due to browsers until nothing is, or `mayGoOn` says no; says how many it had in hand. Any number of processes may do this at
 * once. As soon as half of the hands are free they take more: nobody waits for a push service that does not answer, as long as it has not got
 * all of them.
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

/** Sets so many on their way at most, and says how many there were. */
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
    const outcome = await push.send(device, { ...one.payload, renotify: one.loud, silent: !one.loud }, optionsOf(one, at));
    if (outcome.kind === 'sent') run.reached.add(one.target);
    if (await isDone(deps, one, outcome)) run.done.push(one);
  };
  const fail = (error: unknown) => {
    run.failure ??= { error };
  };
  for (const one of claimed) {
    const device = known.get(one.target);
    // Of who has signed out, or would hear it too late, nothing is left to do.
    if (device === undefined || one.not_after <= at) {
      run.done.push(one);
      continue;
    }
    run.busy++;
    // Each is encrypted in a turn of its own: nobody else of this process waits for all of them.
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

/** Waits until no more than so many are on their way, or so many milliseconds. */
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

/** Whether there is nothing left to do; what can be tried again in time is put back. */
async function isDone({ db, now, randomBytes, log }: Deps, one: queue.DueNotification, outcome: PushOutcome): Promise<boolean> {
  if (outcome.kind === 'sent') return true;
  if (outcome.kind === 'gone') await removeDevice(db, one.target);
  if (outcome.kind !== 'refused' && outcome.kind !== 'not_sent') return true;
  log.debug({ device: one.target, problem: outcome.problem }, 'a push was not taken');
  const at = now();
  await markFailed(db, one.target, at, { failures: DEVICE_FAILURES_MAX, since: new Date(at.getTime() - DEVICE_FAILING_DAYS * DAY_MS) });
  if (outcome.kind === 'refused') return true;
  const waitMs = Math.max(retryMs(one.tries, randomBytes), Math.min(outcome.afterMs ?? 0, DAY_MS));
  const nextTryAt = new Date(at.getTime() + waitMs);
  if (nextTryAt >= one.not_after) return true;
  await queue.putBack(db, one, nextTryAt);
  return false;
}
