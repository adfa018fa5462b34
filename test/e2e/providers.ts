import { findFreePort } from '#test/support/free-port.ts';
import { type OpenIdProvider, startOpenIdProvider } from '#test/support/openid-provider.ts';
import { BOT_TOKEN, startTelegramApi, type TelegramApi } from '#test/support/telegram-bot-api.ts';
import { startTelegramSignIn } from '#test/support/telegram-sign-in.ts';
import { AT_REST, test as base, type Site, serveSite } from './site.ts';

export interface Elsewhere {
  google: OpenIdProvider;
  /** Stand-ins for Telegram's Bot API and its sign-in page. */
  telegram: TelegramApi & { signIn: Awaited<ReturnType<typeof startTelegramSignIn>> };
  port: number;
}

/** A site with an OpenID provider in place of Google, and a stand-in for Telegram's sign-in. */
export const test = base.extend<object, { elsewhere: Elsewhere; site: Site }>({
  elsewhere: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      // The provider must know the address to redirect to before it starts.
      const port = await findFreePort();
      const google = await startOpenIdProvider([`http://127.0.0.1:${port}/api/auth/google/callback`]);
      const [api, signIn] = [await startTelegramApi(), await startTelegramSignIn(BOT_TOKEN)];
      await use({ google, telegram: { ...api, signIn }, port });
      await Promise.all([google.close(), api.close(), signIn.close()]);
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ elsewhere: { google, telegram, port } }, use) =>
      serveSite(
        {
          ...AT_REST,
          ...google.settings,
          PORT: String(port),
          TELEGRAM_BOT_TOKEN: BOT_TOKEN,
          TELEGRAM_API_URL: telegram.url,
          TELEGRAM_OAUTH_URL: telegram.signIn.url,
        },
        (site) => use({ ...site, url: `http://127.0.0.1:${port}` }),
      ),
    { scope: 'worker', timeout: 630_000 },
  ],
});
