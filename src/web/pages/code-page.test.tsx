import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { captchaAnswer } from '#test/web/captchas.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beGuest, beUser } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { closeAuth, useUiState } from '#web/data/ui-state.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const RESET = 'POST /api/auth/password/reset';
const OPEN = 'POST /api/auth/code-link';
const TOKEN = 'q0nKx-_8s7dTz';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  closeAuth();
  useUiState.setState({ resetEmail: '', resetCountdown: 0, resetCodeSentAt: null, resetLink: null });
  beGuest();
  server.on('GET /api/auth/captcha', captchaAnswer());
  server.on('POST /api/auth/refresh', { status: 401, json: {} });
  await chooseLocale('en');
});

describe('the link of a mail for a new password', () => {
  const open = async () => {
    const site = renderSite(`/code#${new URLSearchParams({ token: TOKEN, email: 'minh+x@example.com', code: '004217' })}`);
    return { ...site, dialog: within(await screen.findByRole('dialog', { name: t('auth.reset_title') })) };
  };
  const save = async (dialog: Awaited<ReturnType<typeof open>>['dialog']) => {
    const user = userEvent.setup();
    await enterText(dialog.getByLabelText(t('auth.new_password')), 'Secret123');
    await enterText(dialog.getByLabelText(t('auth.new_password_confirm')), 'Secret123');
    await user.click(dialog.getByRole('button', { name: t('auth.reset_save') }));
  };

  it('fills in everything but the password, and is removed from the address bar', async () => {
    server.on(RESET, { json: {} });
    const { dialog, hash } = await open();
    await waitFor(() => expect(hash()).toBe(''));
    expect(dialog.queryByLabelText(t('auth.code'))).toBeNull();
    expect(dialog.getByText(t('auth.reset_link_for', { email: 'minh+x@example.com' }))).toBeTruthy();
    await save(dialog);
    await waitFor(() =>
      expect(server.bodiesOf(RESET)).toEqual([
        { email: 'minh+x@example.com', code: '004217', token: TOKEN, password: 'Secret123', password_confirm: 'Secret123' },
      ]),
    );
    await screen.findByText(t('auth.reset_done'));
    expect(useUiState.getState().resetLink).toBeNull();
  });

  it('shows that it has expired, and links to another', async () => {
    server.on(RESET, { status: 410, json: { code: 'code_expired', detail: 'This code has expired.' } });
    const { dialog } = await open();
    await save(dialog);
    expect(await dialog.findByText('This code has expired.')).toBeTruthy();
    await userEvent.setup().click(dialog.getByRole('button', { name: t('auth.reset_new_code') }));
    expect(await dialog.findByLabelText(t('auth.email'))).toHaveProperty('value', 'minh+x@example.com');
  });
});

describe('the link of a message, for a signed-in user', () => {
  const open = async () => {
    beUser();
    renderSite(`/code#token=${TOKEN}`);
    return screen.findByRole('button', { name: t('security.confirm') });
  };

  it('does nothing before the press, and then links onwards', async () => {
    server.on(OPEN, { json: {} });
    const button = await open();
    expect(server.calls()).not.toContain(OPEN);
    await userEvent.setup().click(button);
    expect(await screen.findByText(t('security.verified'))).toBeTruthy();
    expect(server.bodiesOf(OPEN)).toEqual([{ token: TOKEN }]);
  });

  it('shows that it has expired, or belongs to another browser', async () => {
    server.on(OPEN, { status: 410, json: { code: 'link_expired', detail: 'Gone.' } });
    await userEvent.setup().click(await open());
    expect(within(await screen.findByRole('alert')).getByText(t('security.code_link_expired'))).toBeTruthy();
  });
});
