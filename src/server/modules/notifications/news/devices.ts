import { createECDH } from 'node:crypto';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  addPushDevice as addPushDeviceEndpoint,
  PushDevice,
  removePushDevice as removePushDeviceEndpoint,
  testPushDevice as testPushDeviceEndpoint,
} from '#contract/notifications.ts';
import { DEFAULT_LOCALE, matchLocale } from '#domain/identity/locale.ts';
import { DEVICES_MAX } from '#domain/notifications/notification.ts';
import type { Deps } from '#server/deps.ts';
import { describeDevice, lockConfirmed, requireConfirmed, requireUser } from '#server/modules/identity/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { transact } from '#server/platform/transact.ts';
import * as devices from './device-queries.ts';
import { createPushService, isPushEndpoint, type PushService } from './push-service.ts';
import { testPayload } from './wording.ts';

interface DeviceRow {
  id: string;
  session_id: string;
  created_at: Date;
  reached_at: Date | null;
  user_agent: string | null;
}

export function deviceView({ id, session_id, created_at, reached_at, user_agent }: DeviceRow, sessionId: string): PushDevice {
  const { browser, system } = describeDevice(user_agent);
  const is_this = session_id === sessionId;
  return { id, browser, system, is_this, created_at: created_at.toISOString(), reached_at: reached_at?.toISOString() ?? null };
}

/**
 * Registers the caller's device for push notifications, for as long as its session lasts. Subscribing again replaces the previous
 * subscription. Throws `contact_unconfirmed`, and `invalid_payload` if the subscription is not valid for a push service.
 */
export async function addDevice(
  deps: Deps,
  { id: userId, sessionId }: SignedIn,
  { endpoint, keys, vapid_public_key }: ParsedInputOf<typeof addPushDeviceEndpoint>,
): Promise<ReplyOf<typeof addPushDeviceEndpoint>> {
  requireConfirmed(await requireUser(deps, userId));
  if (!isPushEndpoint(endpoint) || !isPublicKey(keys.p256dh)) throw new AppError('invalid_payload');
  const at = deps.now();
  const device = { id: newId(deps), user_id: userId, session_id: sessionId, endpoint, ...keys, vapid_public_key, created_at: at };
  return transact(deps, async (db) => {
    await lockConfirmed(deps, db, { id: userId, sessionId });
    const session = await devices.lockSession(db, userId, sessionId, at);
    if (!session) throw new AppError('unauthorized');
    const row = await devices.replaceDevice(db, device);
    await devices.deleteOldest(db, userId, DEVICES_MAX, at);
    return { device: deviceView({ ...row, user_agent: session.user_agent }, sessionId) };
  });
}

/** Returns whether the key can be encrypted for: a point on the P-256 curve. */
function isPublicKey(p256dh: string): boolean {
  const ours = createECDH('prime256v1');
  ours.generateKeys();
  try {
    ours.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/** Unregisters one of the caller's devices: by its id, or the one that asks. Ignores ids of other users' devices. */
export async function removeDevice(
  { db }: Deps,
  { id: userId, sessionId }: SignedIn,
  { id }: ParsedInputOf<typeof removePushDeviceEndpoint>,
): Promise<ReplyOf<typeof removePushDeviceEndpoint>> {
  await devices.deleteDevice(db, userId, id === undefined ? { session_id: sessionId } : { id });
  return {};
}

const TESTS_PER_MINUTE = 5;
const TEST_SECONDS = 60;

export const testLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'push-test', TESTS_PER_MINUTE, 60);

/** Sends a test notification to the caller's device immediately, bypassing the queue, and returns the outcome. Throws `rate_limited`. */
export async function testDevice(
  deps: Deps,
  limit: RequestLimit,
  { id: userId, sessionId }: SignedIn,
  push: PushService = createPushService(deps),
): Promise<ReplyOf<typeof testPushDeviceEndpoint>> {
  const user = await requireUser(deps, userId);
  await limit.count(userId);
  const device = await devices.findDeviceOf(deps.db, userId, sessionId);
  if (!device) return { state: 'no_device' };
  const payload = testPayload(matchLocale(user.locale) ?? DEFAULT_LOCALE, deps.now());
  const outcome = await push.send(device, payload, { ttlSeconds: TEST_SECONDS, urgency: 'high' }).finally(push.close);
  if (outcome.kind === 'sent') await devices.markReached(deps.db, [device.id], deps.now());
  if (outcome.kind === 'gone') await devices.removeDevice(deps.db, device.id);
  return { state: outcome.kind === 'refused' ? 'not_sent' : outcome.kind };
}

/** Stores the spoiler shield of the caller's browser, so that its notifications are delayed or suppressed like its pages. */
export async function setSpoilerMode({ db, now }: Deps, { sessionId }: SignedIn, shield: string | null): Promise<Record<string, never>> {
  await devices.setShield(db, sessionId, shield, now());
  return {};
}
