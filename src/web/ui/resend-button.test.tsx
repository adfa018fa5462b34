import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '#test/web/render-site.tsx';
import { t, tZh } from '#test/web/words.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { nowMs } from '#web/lib/clock.ts';
import { ResendButton, secondsUntilResend } from './code-delivery.tsx';

beforeEach(() => showLocale('en'));

describe('the wait', () => {
  it.each([
    ['nothing where no code was sent', null, 0, 0],
    ['all of it at first', 1_000, 1_000, 60],
    ['whole seconds, rounded up', 1_000, 1_001, 60],
    ['what is left', 1_000, 19_000, 42],
    ['one in the last second', 0, 59_999, 1],
    ['nothing when it is over', 0, 60_000, 0],
    ['no longer than the wait where the clock was set back', 90_000, 0, 60],
  ])('is %s', (_, sentAt, now, seconds) => {
    expect(secondsUntilResend(sentAt, 60, now)).toBe(seconds);
  });
});

it('can be pressed if no code was sent, and after the wait', async () => {
  const onResend = vi.fn();
  renderPart(<ResendButton sentAt={nowMs() - 61_000} waitSeconds={60} onResend={onResend} />);
  await userEvent.setup().click(screen.getByRole('button', { name: t('auth.resend') }));
  expect(onResend).toHaveBeenCalledOnce();
});

it.each([
  ['en', t],
  ['zh-CN', tZh],
] as const)('shows the wait in %s, keeps the focus, and does nothing meanwhile', async (locale, words) => {
  await showLocale(locale);
  const onResend = vi.fn();
  renderPart(<ResendButton sentAt={nowMs()} waitSeconds={600} onResend={onResend} />);
  const name = words('auth.resend_in', { seconds: 600 }).replace('600', '\\d+');
  const button = screen.getByRole('button', { name: new RegExp(`^${name}$`) });
  await userEvent.setup().click(button);
  expect(onResend).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button);
});

it('cannot be pressed twice while a code is being sent', async () => {
  const onResend = vi.fn();
  renderPart(<ResendButton sentAt={null} waitSeconds={60} onResend={onResend} busy />);
  await userEvent.setup().click(screen.getByRole('button', { name: t('auth.resend') }));
  expect(onResend).not.toHaveBeenCalled();
});
