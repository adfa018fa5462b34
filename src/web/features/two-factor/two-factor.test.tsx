import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { decodeQR } from 'qr/decode.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { beUser, makeOverview, makeSession } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderSite } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const STATE = 'GET /api/account/two-factor';
const BEGIN = 'POST /api/account/two-factor';
const CONFIRM = 'POST /api/account/two-factor/confirm';
const RENEW = 'POST /api/account/two-factor/recovery-codes';
const END = 'DELETE /api/account/two-factor';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const URI = `otpauth://totp/Matchpoint:ada%40example.com?issuer=Matchpoint&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`;
const CODES = ['K7QM-2WXP', 'AAAA-2222', 'BBBB-3333', 'CCCC-4444', 'DDDD-5555'];
const OFF = { json: { enabled_at: null, recovery_codes_left: 0 } };
const on = (left = 10) => ({ json: { enabled_at: '2026-11-20T12:00:00.000Z', recovery_codes_left: left } });
const ON_SINCE = t('two_factor.on_since', { date: '20 November 2026' });
const WRONG = { status: 401, json: { code: 'invalid_totp', detail: 'This code is not right.' } };
const STEP_UP_REQUIRED = { status: 403, json: { code: 'step_up_required', detail: 'Please confirm that it is you.' } };

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  server.on('GET /api/account/sessions', { json: { items: [makeSession()] } });
  server.on('POST /api/auth/refresh', { json: { access: 'token' } });
  server.on(STATE, OFF);
  server.on(BEGIN, { json: { secret: SECRET, uri: URI } });
  server.on(CONFIRM, { json: { recovery_codes: CODES } });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
/** Found even while a dialog covers it. */
const card = async () => within((await screen.findByText(t('two_factor.heading'), { selector: 'h2' })).closest('section')!);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** Decodes the QR code as a camera would. */
function scanned(picture: SVGElement): string {
  const side = picture.getAttribute('viewBox')!.split(' ').map(Number)[2]!;
  const SCALE = 4;
  const width = side * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  const runs = picture
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g);
  for (const [x, y, length] of [...runs].map((run) => run.slice(1).map(Number) as [number, number, number])) {
    for (let row = y * SCALE; row < (y + 1) * SCALE; row++) {
      for (let column = x * SCALE; column < (x + length) * SCALE; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return decodeQR({ width, height: width, data });
}

describe('turning it on', () => {
  async function open() {
    const user = userEvent.setup();
    renderSite('/settings/security');
    await user.click(await (await card()).findByRole('button', { name: t('two_factor.set_up') }));
    return { user, setUp: await dialog(t('two_factor.set_up_title')) };
  }

  it('shows the secret as a QR code and as text, takes the first code, and shows the recovery codes', async () => {
    const { user, setUp } = await open();
    expect(scanned(setUp.getByRole('img', { name: t('two_factor.qr') }) as unknown as SVGElement)).toBe(URI);
    expect(setUp.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await user.click(setUp.getByRole('button', { name: t('two_factor.copy_secret') }));
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    server.on(STATE, on());
    await user.type(setUp.getByLabelText(t('two_factor.code')), '123 456{Enter}');
    const codes = await dialog(t('two_factor.codes_title'));
    expect(server.bodiesOf(CONFIRM)).toEqual([{ totp: '123456' }]);
    expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
    expect(await (await card()).findByText(ON_SINCE)).toBeTruthy();
  });

  it('keeps the recovery codes visible until they are saved', async () => {
    const { user, setUp } = await open();
    await user.type(setUp.getByLabelText(t('two_factor.code')), '123456{Enter}');
    const codes = await dialog(t('two_factor.codes_title'));
    await user.click(codes.getByRole('button', { name: t('two_factor.copy') }));
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
    const file = codes.getByRole('link', { name: t('two_factor.download') });
    expect(file.getAttribute('download')).toBe('matchpoint-recovery-codes.txt');
    const text = await (await fetch(file.getAttribute('href')!)).text();
    expect(text).toBe(`${t('two_factor.file_lead', { account: 'ada@example.com' })}\n\n${CODES.join('\n')}\n`);
    await user.click(codes.getByRole('button', { name: t('common.close') }));
    expect(codes.getByText(t('two_factor.keep_first'))).toBeTruthy();
    await user.click(codes.getByLabelText(t('two_factor.kept')));
    await user.click(codes.getByRole('button', { name: t('two_factor.done') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that a code is too short or wrong, and accepts another', async () => {
    server.on(CONFIRM, WRONG, { json: { recovery_codes: CODES } });
    const { user, setUp } = await open();
    const field = setUp.getByLabelText(t('two_factor.code'));
    await user.type(field, '123{Enter}');
    expect(setUp.getByText(t('two_factor.code_required'))).toBeTruthy();
    expect(server.calls()).not.toContain(CONFIRM);
    await user.type(field, '456{Enter}');
    expect(await setUp.findByText('This code is not right.')).toBeTruthy();
    // A wrong code is selected, so that typing replaces it.
    expect(document.activeElement).toBe(field);
    await user.keyboard('654321{Enter}');
    await dialog(t('two_factor.codes_title'));
    expect(server.bodiesOf(CONFIRM)).toEqual([{ totp: '123456' }, { totp: '654321' }]);
  });

  it('changes nothing when closed early, and starts over', async () => {
    const { user } = await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls()).not.toContain(CONFIRM);
    await user.click((await card()).getByRole('button', { name: t('two_factor.set_up') }));
    await dialog(t('two_factor.set_up_title'));
    expect(server.calls().filter((call) => call === BEGIN)).toHaveLength(2);
  });

  it('waits for step-up', async () => {
    server.on(BEGIN, STEP_UP_REQUIRED, { json: { secret: SECRET, uri: URI } });
    server.on('POST /api/auth/step-up', { json: { until: new Date().toISOString() } });
    const user = userEvent.setup();
    renderSite('/settings/security');
    await user.click(await (await card()).findByRole('button', { name: t('two_factor.set_up') }));
    await user.type((await dialog(t('security.step_up_title'))).getByLabelText(t('security.password')), 'Terraces-1994{Enter}');
    expect(await dialog(t('two_factor.set_up_title'))).toBeTruthy();
  });

  it('shows the server’s error', async () => {
    server.on(BEGIN, { status: 500, json: { code: 'internal', detail: 'Something broke.' } });
    renderSite('/settings/security');
    await userEvent.click(await (await card()).findByRole('button', { name: t('two_factor.set_up') }));
    expect((await (await card()).findByRole('alert')).textContent).toBe('Something broke.');
  });
});

describe('while it is on', () => {
  it.each([
    [4, t('two_factor.codes_left', { count: 4 })],
    [3, `${t('two_factor.codes_left', { count: 3 })} ${t('two_factor.few_codes')}`],
    [1, `${t('two_factor.codes_left', { count: 1 })} ${t('two_factor.few_codes')}`],
    [0, `${t('two_factor.codes_left', { count: 0 })} ${t('two_factor.few_codes')}`],
  ])('shows with %i recovery codes: %s', async (left, words) => {
    server.on(STATE, on(left));
    renderSite('/settings/security');
    expect(await (await card()).findByText(words)).toBeTruthy();
  });

  it('generates new recovery codes', async () => {
    server.on(STATE, on(2), on(10));
    server.on(RENEW, { json: { recovery_codes: CODES } });
    const user = userEvent.setup();
    renderSite('/settings/security');
    await user.click(await (await card()).findByRole('button', { name: t('two_factor.renew') }));
    const codes = await dialog(t('two_factor.codes_title'));
    expect(codes.getByText(t('two_factor.renewed_lead'))).toBeTruthy();
    expect(codes.getByText('K7QM-2WXP')).toBeTruthy();
    expect(await (await card()).findByText(t('two_factor.codes_left', { count: 10 }))).toBeTruthy();
  });

  it('can be moved to another app with a new secret', async () => {
    server.on(STATE, on());
    renderSite('/settings/security');
    await userEvent.click(await (await card()).findByRole('button', { name: t('two_factor.another_app') }));
    expect(await dialog(t('two_factor.set_up_title'))).toBeTruthy();
  });

  it('is turned off after confirmation', async () => {
    server.on(STATE, on(), OFF);
    server.on(END, { json: {} });
    const user = userEvent.setup();
    renderSite('/settings/security');
    await user.click(await (await card()).findByRole('button', { name: t('two_factor.turn_off') }));
    const asked = await dialog(t('two_factor.turn_off_title'));
    expect(server.calls()).not.toContain(END);
    await user.click(asked.getByRole('button', { name: t('two_factor.turn_off') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('two_factor.turned_off')}`]));
    expect(await (await card()).findByRole('button', { name: t('two_factor.set_up') })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('shows a loading error, and can be retried', async () => {
  server.on(STATE, { status: 500, json: { code: 'internal', detail: 'Something broke.' } }, on());
  renderSite('/settings/security');
  await userEvent.click(await (await card()).findByRole('button', { name: t('common.retry') }));
  expect(await (await card()).findByText(ON_SINCE)).toBeTruthy();
});
