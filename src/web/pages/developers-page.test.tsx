import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { beGuest } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

await servePages();
beforeEach(async () => {
  beGuest();
  await chooseLocale('en');
});

it.each([
  ['en', t('developers.heading')],
  ['vi', tVi('developers.heading')],
  ['zh-CN', tZh('developers.heading')],
] as const)('is for everybody, in %s', async (locale, heading) => {
  await chooseLocale(locale);
  renderSite('/developers');
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
});

it('has examples that work against this very site, to copy', async () => {
  const user = userEvent.setup();
  renderSite('/developers');
  const { origin } = window.location;
  for (const [lead, text] of [
    [t('developers.start_open'), `curl "${origin}/api/v1/matches"`],
    [t('developers.start_key'), `curl -H "Authorization: Bearer mp_..." "${origin}/api/v1/me"`],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: t('developers.copy_of', { what: lead }) }));
    expect(await navigator.clipboard.readText()).toBe(text);
  }
});

it('leads to keys, webhooks, embeds, calendars and the description', async () => {
  renderSite('/developers');
  const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await hrefOf(t('api_keys.heading'))).toBe('/settings/developers');
  expect(await hrefOf(t('developers.webhooks'))).toBe('/settings/developers#webhooks');
  expect(await hrefOf(t('developers.embeds'))).toBe('/developers/embeds');
  expect(await hrefOf(t('developers.calendars'))).toBe('/leagues');
  expect(await hrefOf(t('developers.description'))).toBe('/api/v1/openapi.json');
  expect(await hrefOf(t('shell.developers'))).toBe('/developers');
});
