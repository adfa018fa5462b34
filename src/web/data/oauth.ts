import { beginOAuth, PROVIDER_START, PROVIDERS, type Provider } from '#contract/oauth.ts';
import { safeNext } from '#domain/identity/next-path.ts';
import { call } from './call.ts';
import { useMeta } from './queries.tsx';

/** What they are called, in every language. */
export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', telegram: 'Telegram' };

/** Where else one can sign in here; nowhere until the settings have arrived. */
export function useProviders(): Provider[] {
  const offered = useMeta()?.sign_in;
  return PROVIDERS.filter((provider) => offered?.[provider]);
}

/** The address at which signing in there begins. It is the server's, not a page: the browser itself goes there. */
export const startAddress = (provider: Provider, next: string): string =>
  `${PROVIDER_START[provider]}?next=${encodeURIComponent(safeNext(next))}`;

/** Leaves the site, to link an account elsewhere or to prove by signing in there that the owner is here, and comes back to `next`. */
export async function leaveFor(provider: Provider, purpose: 'link' | 'step_up', next: string): Promise<void> {
  const { url } = await call(beginOAuth, { provider, purpose, next: safeNext(next) });
  window.location.assign(url);
}

/** What the browsers inside other apps say of themselves: Facebook and Messenger, Instagram, Line, WeChat, Zalo, TikTok, Telegram, and any app's on Android. */
const IN_APP = /FBAN|FBAV|FB_IAB|Instagram|\bLine\/|MicroMessenger|\bZalo|TikTok|BytedanceWebview|musical_ly|\btrill_|\bTelegram|; wv\)/i;

/** Telegram's own browser on iPhones calls itself Safari, and is known by what it adds to the page. */
interface AppWindow {
  navigator: { userAgent: string };
  TelegramWebviewProxy?: unknown;
}

/** Whether the page is shown inside another app. Google signs nobody in there. */
export const isInAppBrowser = ({ navigator, TelegramWebviewProxy }: AppWindow = window as AppWindow): boolean =>
  TelegramWebviewProxy !== undefined || IN_APP.test(navigator.userAgent);
