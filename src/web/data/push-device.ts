import { addPushDevice, getNotificationSettings, removePushDevice } from '#contract/notifications.ts';
import { recall, remember } from '#web/lib/storage.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { deviceOf, keyOf } from './push-subscription.ts';
import { useSession } from './session.ts';
import { tokenClaims } from './tokens.ts';

/** The push subscription of this device, kept in sync between the browser and the server. */

/** `home_screen`: available as an installed app only (iPhones and iPads); `blocked`: the user has denied permission. */
export type PushState = 'unsupported' | 'home_screen' | 'blocked' | 'off' | 'on';

const DEVICE_KEY = 'push_device';
const CHECKED_MS_MAX = 86_400_000;

/** The last registration with the server. */
interface Told {
  userId: string;
  /** Signing out ends it there as well. */
  sessionId: string;
  endpoint: string;
  /** When it was last checked with the server, in milliseconds since 1970. */
  checkedAt: number;
}

export function pushState(): PushState {
  if (!isSupported()) return isAppleTouch() && !isInstalled() ? 'home_screen' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && isToldTo(useSession.getState().user?.id) ? 'on' : 'off';
}

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
const isAppleTouch = (): boolean =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches;
const isToldTo = (userId: string | undefined): boolean => userId !== undefined && told()?.userId === userId;

/**
 * Asks for the browser's permission, and subscribes this device if granted. Call it from a user gesture: browsers require one. Returns the
 * new state; throws if the browser or the server fails.
 */
export async function turnOnPush(): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  const { vapid_public_key } = await call(getNotificationSettings, {});
  await sendToServer(await subscribed(await registration(), vapid_public_key));
  return 'on';
}

/** Stops notifications on this device, whether or not the browser has a subscription. */
export async function turnOffPush(): Promise<void> {
  await call(removePushDevice, {});
  await leavePush();
}

/** Unsubscribes this device locally; the server drops it with its session, and when its pushes fail. Never throws. */
export async function leavePush(): Promise<void> {
  remember(DEVICE_KEY, null);
  await subscription()
    .then((known) => known?.unsubscribe())
    .catch(() => undefined);
}

/**
 * Repairs what changed while the page was closed: another subscription, key or session. Subscriptions of another user, or ended from
 * another device, are ended here too. Call it once per visit.
 */
export async function syncPush(): Promise<void> {
  if (!isSupported()) return;
  const { user } = useSession.getState();
  const before = told();
  if (user === null || before === null || before.userId !== user.id || Notification.permission !== 'granted') return leavePush();
  const known = await subscription();
  const isSame = known?.endpoint === before.endpoint && before.sessionId === sessionId();
  if (isSame && Date.now() - before.checkedAt < CHECKED_MS_MAX) return;
  const { vapid_public_key, devices } = await call(getNotificationSettings, {});
  if (isSame && !devices.some(({ is_this }) => is_this)) return leavePush();
  await sendToServer(await subscribed(await registration(), vapid_public_key));
}

/** A subscription with this key: the existing one, or a replacement. */
async function subscribed({ pushManager }: ServiceWorkerRegistration, applicationServerKey: string): Promise<PushSubscription> {
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) === applicationServerKey) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function sendToServer(own: PushSubscription): Promise<void> {
  try {
    await call(addPushDevice, deviceOf(own));
  } catch (error) {
    // What the server rejects now it will reject later; if it was unreachable, the next visit tries again.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429)
      await leavePush();
    throw error;
  }
  const { user } = useSession.getState();
  const now: Told | null = user && { userId: user.id, sessionId: sessionId(), endpoint: own.endpoint, checkedAt: Date.now() };
  remember(DEVICE_KEY, now && JSON.stringify(now));
}

async function registration(): Promise<ServiceWorkerRegistration> {
  // Without a registered worker, `ready` never resolves.
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('no service worker');
  return navigator.serviceWorker.ready;
}

const subscription = async (): Promise<PushSubscription | null> =>
  (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription() ?? null;

/** The id of the token's session; '' if it has none. */
function sessionId(): string {
  try {
    return String(tokenClaims(useSession.getState().token).sid ?? '');
  } catch {
    return '';
  }
}

function told(): Told | null {
  try {
    const kept = JSON.parse(recall(DEVICE_KEY) ?? 'null') as Partial<Told> | null;
    const isWhole = [kept?.userId, kept?.sessionId, kept?.endpoint].every((text) => typeof text === 'string');
    return isWhole && typeof kept?.checkedAt === 'number' ? (kept as Told) : null;
  } catch {
    return null;
  }
}
