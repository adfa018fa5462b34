import { beginOAuth, PROVIDER_START, PROVIDERS, type Provider } from '#contract/oauth.ts';
import { safeNext } from '#domain/identity/next-path.ts';
import { call } from './call.ts';
import { useMeta } from './queries.tsx';

/** Their names, in every language. */
export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', telegram: 'Telegram' };

/** The available sign-in providers; none until the settings have arrived. */
export function useProviders(): Provider[] {
  const offered = useMeta()?.sign_in;
  return PROVIDERS.filter((provider) => offered?.[provider]);
}

/** The address that starts signing in with a provider. The server handles it, so the browser itself has to go there. */
export const startAddress = (provider: Provider, next: string): string =>
  `${PROVIDER_START[provider]}?next=${encodeURIComponent(safeNext(next))}`;

/** Leaves the site to link an account of a provider, or to step up by signing in there, and returns to `next`. */
export async function leaveFor(provider: Provider, purpose: 'link' | 'step_up', next: string): Promise<void> {
  const { url } = await call(beginOAuth, { provider, purpose, next: safeNext(next) });
  window.location.assign(url);
}

/**
 * User agents of browsers inside other apps: Facebook and Messenger, Instagram, Line, WeChat, Zalo, TikTok, Telegram, and any app's on
 * Android.
 */
const IN_APP = /FBAN|FBAV|FB_IAB|Instagram|\bLine\/|MicroMessenger|\bZalo|TikTok|BytedanceWebview|musical_ly|\btrill_|\bTelegram|; wv\)/i;

/** Telegram's browser on iPhones identifies as Safari, but adds these objects to the page. */
interface AppWindow {
  navigator: { userAgent: string };
  TelegramWebviewProxy?: unknown;
}

/** Whether the page is shown inside another app, where Google refuses to sign in. */
export const isInAppBrowser = ({ navigator, TelegramWebviewProxy }: AppWindow = window as AppWindow): boolean =>
  TelegramWebviewProxy !== undefined || IN_APP.test(navigator.userAgent);
