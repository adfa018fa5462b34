import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { enterText } from '#test/web/enter-text.ts';
import { beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { type ProfileParts, refusal, serveProfile } from '#test/web/fixtures/profile.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const PROFILE = 'PATCH /api/account/profile';
const WALLET = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const OTHER_WALLET = 'TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on('POST /api/auth/refresh', { json: { access: 'token' } });
  serveProfile(server);
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const errorOf = (field: HTMLElement) => {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-error'));
  return ids.map((id) => document.getElementById(id)?.textContent).join();
};
const cardOf = (name: string) => within(screen.getByRole('heading', { name }).closest('section')!);

async function open() {
  renderSite('/settings/profile');
  await screen.findByLabelText(t('settings.display_name'));
  return userEvent.setup();
}

/** Matches any of these words. */
const anyOf = (...keys: ('wallet_add' | 'wallet_change' | 'wallet_copy' | 'wallet_save')[]) =>
  new RegExp(`^(${keys.map((key) => t(`settings.${key}`)).join('|')})$`);

describe('the wallet', () => {
  it('cannot be entered before the address is confirmed: the card says so, and links there', async () => {
    serveProfile(server, { email_verified: false, verified_at: null });
    const user = await open();
    const card = within(screen.getByText(t('settings.wallet_network')).closest('section')!);
    expect(card.queryByRole('button', { name: anyOf('wallet_add', 'wallet_change', 'wallet_copy', 'wallet_save') })).toBeNull();
    expect(card.getByText(t('security.confirm_first'))).toBeTruthy();
    await user.click(card.getByRole('button', { name: t('security.email_confirm') }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(server.bodiesOf(PROFILE)).toEqual([]);
    // The dialog outlives its page.
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  async function openForm(profile: ProfileParts = {}) {
    serveProfile(server, profile);
    const user = await open();
    await user.click(screen.getByRole('button', { name: anyOf('wallet_add', 'wallet_change') }));
    return { user, address: await screen.findByLabelText<HTMLInputElement>(t('settings.wallet_address')) };
  }

  it('is saved without surrounding spaces, and shown by its ends', async () => {
    const { user, address } = await openForm();
    await user.click(address);
    await user.paste(` ${WALLET.slice(0, 12)} ${WALLET.slice(12)}\n`);
    expect(address.value).toBe(WALLET);
    expect(screen.getByText(t('settings.wallet_right', { address: 'TLyqzV…XRJZYH' }))).toBeTruthy();
    expect(screen.getByText(t('settings.wallet_hold'))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: t('settings.wallet_save') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('settings.wallet_saved')}`]));
    expect(server.bodiesOf(PROFILE)).toEqual([{ wallet_address: WALLET }]);
    expect(screen.getByText('TLyqzV…XRJZYH').getAttribute('title')).toBe(WALLET);
  });

  it.each([
    ['0xdAC17F958D2ee523a2206206994597C13D831ec7', t('settings.wallet_ethereum')],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', t('settings.wallet_other_network')],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', t('settings.wallet_contract')],
    [`${WALLET.slice(0, -1)}h`, t('settings.wallet_checksum')],
    ['TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZOl', t('settings.wallet_characters')],
    [`${WALLET}x`, t('settings.wallet_length', { length: 34, typed: 35 })],
    [WALLET, t('settings.wallet_same')],
  ])('shows at once what is wrong with %s', async (typed, words) => {
    const { user, address } = await openForm({ wallet_address: WALLET });
    await user.click(address);
    await user.paste(typed);
    expect(errorOf(address)).toBe(words);
    await user.click(screen.getByRole('button', { name: t('settings.wallet_save') }));
    expect(document.activeElement).toBe(address);
    expect(server.calls()).not.toContain(PROFILE);
  });

  it('is not called too short while it is being typed', async () => {
    const { user, address } = await openForm();
    await enterText(address, WALLET.slice(0, 33));
    expect(errorOf(address)).toBe('');
    await user.click(screen.getByRole('button', { name: t('settings.wallet_save') }));
    expect(errorOf(address)).toBe(t('settings.wallet_length', { length: 34, typed: 33 }));
    await user.clear(address);
    expect(errorOf(address)).toBe(t('settings.wallet_required'));
  });

  it('of another user is refused next to its field, and stays there', async () => {
    const { user, address } = await openForm();
    server.on(PROFILE, refusal(409, 'wallet_taken'));
    await user.click(address);
    await user.paste(WALLET);
    await user.click(screen.getByRole('button', { name: t('settings.wallet_save') }));
    await waitFor(() => expect(errorOf(address)).toBe('What the server says.'));
    expect(address.value).toBe(WALLET);
  });

  it('is changed after the proof that the server requires', async () => {
    const { user, address } = await openForm({ wallet_address: WALLET });
    const saved = { json: { profile: makeOverview({ profile: { wallet_address: OTHER_WALLET } }).profile } };
    server.on(PROFILE, refusal(403, 'step_up_required'), saved);
    server.on('POST /api/auth/step-up', { json: { until: new Date().toISOString() } });
    await user.click(address);
    await user.paste(OTHER_WALLET);
    await user.click(screen.getByRole('button', { name: t('settings.wallet_save') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('security.step_up_title') }));
    await enterText(dialog.getByLabelText(t('security.password')), 'Terraces-1994');
    await user.click(dialog.getByRole('button', { name: t('security.confirm') }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(server.bodiesOf(PROFILE)).toEqual([{ wallet_address: OTHER_WALLET }, { wallet_address: OTHER_WALLET }]);
  });

  it('is removed after confirmation', async () => {
    serveProfile(server, { wallet_address: WALLET });
    const user = await open();
    await user.click(cardOf(t('settings.wallet_heading')).getByRole('button', { name: t('settings.remove') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('settings.wallet_remove_title') }));
    expect(server.calls()).not.toContain(PROFILE);
    await user.click(dialog.getByRole('button', { name: t('settings.wallet_remove') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('settings.wallet_removed')}`]));
    expect(server.bodiesOf(PROFILE)).toEqual([{ wallet_address: null }]);
    expect(await screen.findByRole('button', { name: t('settings.wallet_add') })).toBeTruthy();
  });

  it('stays if removing it fails, and the dialog says why', async () => {
    serveProfile(server, { wallet_address: WALLET });
    server.on(PROFILE, refusal(500, 'internal'));
    const user = await open();
    await user.click(cardOf(t('settings.wallet_heading')).getByRole('button', { name: t('settings.remove') }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: t('settings.wallet_remove') }));
    expect((await dialog.findByRole('alert')).textContent).toBe('What the server says.');
    await user.click(dialog.getByRole('button', { name: t('settings.cancel') }));
    expect(screen.getByText('TLyqzV…XRJZYH')).toBeTruthy();
  });
});
