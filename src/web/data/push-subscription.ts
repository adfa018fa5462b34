import type { InputOf } from '#contract/endpoint.ts';
import type { addPushDevice } from '#contract/notifications.ts';

/** A subscription as the server is told of it. */
export function deviceOf(subscription: PushSubscription): InputOf<typeof addPushDevice> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, keys: { p256dh, auth }, vapid_public_key: keyOf(subscription) };
}

/** The `applicationServerKey` that a subscription was made with, base64url; '' where the browser does not say. */
export function keyOf({ options }: PushSubscription): string {
  const { applicationServerKey } = options;
  if (applicationServerKey === null) return '';
  return btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
