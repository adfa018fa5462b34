import { expect, it } from 'vitest';
import { isInAppBrowser } from './oauth.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const SAFARI = `${IPHONE} Version/17.4 Mobile/15E148 Safari/604.1`;

const judge = (userAgent: string, rest = {}) => isInAppBrowser({ navigator: { userAgent }, ...rest });

it.each([
  ['Facebook', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/459.0.0.36.110;FBBV/586]`],
  ['Messenger', `${ANDROID} [FB_IAB/MESSENGER;FBAV/452.0.0.44.109;]`],
  ['Instagram', `${IPHONE} Mobile/15E148 Instagram 327.1.2.21.98 (iPhone14,5; iOS 17_4)`],
  ['Line', `${IPHONE} Mobile/15E148 Safari Line/14.5.0`],
  ['WeChat', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.48(0x18003030) NetType/WIFI Language/zh_CN`],
  ['Zalo', `${ANDROID} Zalo android/12040577 ZaloTheme/light ZaloLanguage/vi`],
  ['TikTok', `${IPHONE} Mobile/15E148 musical_ly_34.2.0 BytedanceWebview/d8a21c6`],
  ['Telegram', `${ANDROID} Telegram-Android/10.12.0 (Google Pixel 8; Android 14; SDK 34; HIGH)`],
  ['any app on Android', ANDROID.replace('Pixel 8)', 'Pixel 8; wv)')],
])('recognizes the browser inside of %s', (_, userAgent) => {
  expect(judge(userAgent)).toBe(true);
});

it('recognizes Telegram on an iPhone, which identifies as Safari', () => {
  expect(judge(SAFARI)).toBe(false);
  expect(judge(SAFARI, { TelegramWebviewProxy: {} })).toBe(true);
});

it.each([
  ['Chrome', ANDROID],
  ['Safari', SAFARI],
  ['Chrome on an iPhone', `${IPHONE} CriOS/124.0.6367.71 Mobile/15E148 Safari/604.1`],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0'],
  ['Edge', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0'],
])('takes %s for what it is', (_, userAgent) => {
  expect(judge(userAgent)).toBe(false);
});
