import type { InputOf } from '#contract/endpoint.ts';
import type { addPushDevice } from '#contract/notifications.ts';

/** A subscription in the format of the server. */
export function deviceOf(subscription: PushSubscription): InputOf<typeof addPushDevice> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, keys: { p256dh, auth }, vapid_public_key: keyOf(subscription) };
}

/** The `applicationServerKey` of a subscription, base64url; '' if the browser does not say. */
export function keyOf({ options }: PushSubscription): string {
  const { applicationServerKey } = options;
  if (applicationServerKey === null) return '';
  return btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
