/** The push APIs that jsdom lacks: permission, registration and subscription, as far as our pages use them. */

const KEYS = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };

/** A subscription with a key (base64url), as in browsers. */
export function subscriptionFor(endpoint: string, key: string, onEnd: () => void = () => undefined): PushSubscription {
  return {
    endpoint,
    expirationTime: null,
    options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(Buffer.from(key, 'base64url')).buffer },
    getKey: () => null,
    toJSON: () => ({ endpoint, expirationTime: null, keys: KEYS }),
    unsubscribe: async () => {
      onEnd();
      return true;
    },
  };
}

/** Gives the page a browser with notifications; `answer` is the user's answer to its question. */
export function allowNotifications({
  permission = 'default',
  answer = 'granted',
}: {
  permission?: NotificationPermission;
  answer?: NotificationPermission;
} = {}) {
  const browser = {
    permission,
    answer,
    /** How often the user was asked. */
    asked: 0,
    subscription: null as PushSubscription | null,
    made: 0,
  };
  const notification = {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked++;
      browser.permission = browser.answer;
      return browser.answer;
    },
  };
  const pushManager = {
    getSubscription: async () => browser.subscription,
    subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
      const end = () => {
        browser.subscription = null;
      };
      browser.subscription = subscriptionFor(`https://push.example/${++browser.made}`, String(applicationServerKey), end);
      return browser.subscription;
    },
  };
  const registration = { pushManager };
  const define = (target: object, name: string, value: unknown) => Object.defineProperty(target, name, { value, configurable: true });
  define(window, 'Notification', notification);
  define(window, 'PushManager', class {});
  define(navigator, 'serviceWorker', { getRegistration: async () => registration, ready: Promise.resolve(registration) });
  return browser;
}

/** Removes all of that: a browser without notifications. */
export function denyNotifications(): void {
  for (const [target, name] of [
    [window, 'Notification'],
    [window, 'PushManager'],
    [navigator, 'serviceWorker'],
  ] as const) {
    Reflect.deleteProperty(target, name);
  }
}
