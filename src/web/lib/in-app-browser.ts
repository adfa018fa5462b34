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
