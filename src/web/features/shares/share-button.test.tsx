import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Share } from '#contract/shares.ts';
import { beUser } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { ShareButton } from './share-button.tsx';

const LIST = 'GET /api/account/shares';
const SAVE = 'POST /api/account/shares';
const ID = '0b9f3c1e-5a0f-4d5e-9f63-2f1f0c7a9d11';
const BET = '0198f000-0000-7000-8000-000000000001';

const NO_TABLE = { tipping_group_id: null, tipping_round: null };

const server = await servePages();
/** Keeps a share as our server does. */
function keep(first: Share | null) {
  let kept = first;
  server.on(LIST, () => ({ json: { items: kept ? [kept] : [], page: 1, page_size: 1, total: kept ? 1 : 0 } }));
  server.on(SAVE, ({ body }) => {
    const { bet_id = null, forecast_match_id = null, tipping_group_id = null, tipping_round = null, ...choices } = JSON.parse(body);
    kept = { id: ID, bet_id, forecast_match_id, tipping_group_id, tipping_round, ...choices, created_at: '2026-11-20T12:00:00.000Z' };
    return { json: kept };
  });
  server.on(`DELETE /api/account/shares/${ID}`, () => {
    kept = null;
    return { json: {} };
  });
}
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  await showLocale('en');
});
afterEach(() => Reflect.deleteProperty(navigator, 'share'));

async function open(subject: Parameters<typeof ShareButton>[0]['subject']) {
  const user = userEvent.setup();
  renderPart(<ShareButton subject={subject} title="Avalon Town – Northgate" />);
  await user.click(screen.getByRole('button', { name: `${t('glance.share')}: Avalon Town – Northgate` }));
  await screen.findByRole('dialog');
  return user;
}

it('makes a link that shows only what was ticked, copies it, and withdraws it', async () => {
  keep(null);
  const user = await open({ bet_id: BET });
  await user.click(await screen.findByRole('checkbox', { name: t('glance.shows_name') }));
  await user.click(screen.getByRole('button', { name: t('glance.create_link') }));
  const url = `${window.location.origin}/shared/${ID}`;
  expect(await screen.findByText(url)).toBeTruthy();
  expect(server.bodiesOf(SAVE)).toEqual([{ bet_id: BET, shows_name: true, shows_points: false }]);
  await user.click(screen.getByRole('button', { name: t('glance.copy') }));
  expect(await navigator.clipboard.readText()).toBe(url);
  await user.click(screen.getByRole('checkbox', { name: t('glance.shows_points') }));
  await waitFor(() => expect(server.bodiesOf(SAVE)[1]).toEqual({ bet_id: BET, shows_name: true, shows_points: true }));
  await user.click(screen.getByRole('button', { name: t('glance.withdraw') }));
  expect(await screen.findByRole('button', { name: t('glance.create_link') })).toBeTruthy();
  expect(useToasts.getState().toasts.at(-1)?.message).toBe(t('glance.withdrawn'));
});

it('offers the device’s share sheet where there is one, and knows a link that exists', async () => {
  const sent: ShareData[] = [];
  Object.defineProperty(navigator, 'share', { value: async (data: ShareData) => void sent.push(data), configurable: true });
  const made = { ...NO_TABLE, id: ID, bet_id: null, forecast_match_id: 7, shows_name: true, shows_points: false };
  keep({ ...made, created_at: '2026-11-20T12:00:00.000Z' });
  const user = await open({ forecast_match_id: 7 });
  expect((await screen.findByRole('checkbox', { name: t('glance.shows_name') })).getAttribute('aria-checked')).toBe('true');
  expect(screen.queryByRole('checkbox', { name: t('glance.shows_points') })).toBeNull();
  await user.click(screen.getByRole('button', { name: t('glance.send') }));
  expect(sent).toEqual([{ title: 'Matchpoint', text: 'Avalon Town – Northgate', url: `${window.location.origin}/shared/${ID}` }]);
  expect(server.heard.find(({ path }) => path === '/api/account/shares')?.query).toEqual({ forecast_match_id: '7', page_size: '1' });
});

it('shares the table of a group after a round, without points of the account', async () => {
  keep(null);
  const subject = { tipping_group_id: BET, tipping_round: 'league:1:2026:Round 1' };
  const user = await open(subject);
  expect(screen.getByRole('dialog', { name: t('glance.share_table') })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: t('glance.create_link') }));
  expect(await screen.findByText(`${window.location.origin}/shared/${ID}`)).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: t('glance.shows_points') })).toBeNull();
  expect(server.bodiesOf(SAVE)).toEqual([{ ...subject, shows_name: false, shows_points: false }]);
});

it('says what went wrong, and keeps the choice as it was', async () => {
  const made = { ...NO_TABLE, id: ID, bet_id: BET, forecast_match_id: null, shows_name: false, shows_points: false };
  keep({ ...made, created_at: '2026-11-20T12:00:00.000Z' });
  server.on(SAVE, { status: 409, json: { code: 'bet_not_won', detail: 'Only a bet that won can be shared.' } });
  const user = await open({ bet_id: BET });
  await user.click(await screen.findByRole('checkbox', { name: t('glance.shows_name') }));
  expect((await screen.findByRole('alert')).textContent).toContain('Only a bet that won can be shared.');
  expect(screen.getByRole('checkbox', { name: t('glance.shows_name') }).getAttribute('aria-checked')).toBe('false');
});
