import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveConsole } from '#test/web/console-server.ts';
import { enterText } from '#test/web/enter-text.ts';
import { makeInviteReview, makePage } from '#test/web/fixtures/console-reviews.ts';
import { beAdmin, renderConsole } from '#test/web/render-console.tsx';
import { t } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';

const LIST = 'GET /api/admin/invite-reviews';

const server = await serveConsole();
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beAdmin({ role: 'reviewer' });
  await chooseLocale('en');
});

describe('held invite rewards', () => {
  it('are shown with both sides and their common traits, and released with a reason', async () => {
    const review = makeInviteReview();
    const decide = `POST /api/admin/invite-reviews/${review.invitee.id}`;
    server.on(LIST, { json: makePage([review]) }, { json: makePage([]) });
    server.on(decide, { json: { state: 'rewarded' } });
    renderConsole('/admin/invite-reviews');
    expect(await screen.findByRole('link', { name: 'Old Hand' })).toBeTruthy();
    expect(screen.getByText(t('admin_evidence.held_for.device'))).toBeTruthy();
    expect(screen.getByText(review.evidence.devices[0]!)).toBeTruthy();
    expect(screen.getByText(t('admin_users.inviter_sum', { held: 4, paid: 12 }))).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: t('admin_users.pay') }));
    const dialog = within(await screen.findByRole('dialog', { name: t('admin_users.pay_title') }));
    const paid = { inviter: 'Old Hand', inviter_points: 100, invitee: 'New Comer', invitee_points: 50 };
    expect(dialog.getByText(t('admin_users.pay_lead', paid))).toBeTruthy();
    await enterText(dialog.getByLabelText(t('admin.reason')), 'A family');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_users.pay') }));
    await waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([t('admin_users.review_done.rewarded')]));
    expect(server.bodiesOf(decide)).toEqual([{ decision: 'pay', reason: 'A family' }]);
    expect(await screen.findByText(t('admin_users.reviews_none'))).toBeTruthy();
  });

  it('are refused with a reason', async () => {
    const review = makeInviteReview();
    const decide = `POST /api/admin/invite-reviews/${review.invitee.id}`;
    server.on(LIST, { json: makePage([review]) });
    server.on(decide, { json: { state: 'refused' } });
    renderConsole('/admin/invite-reviews');
    await userEvent.click(await screen.findByRole('button', { name: t('admin_users.refuse') }));
    const dialog = within(await screen.findByRole('dialog'));
    await enterText(dialog.getByLabelText(t('admin.reason')), 'One hand');
    await userEvent.click(dialog.getByRole('button', { name: t('admin_users.refuse') }));
    await waitFor(() => expect(server.bodiesOf(decide)).toEqual([{ decision: 'refuse', reason: 'One hand' }]));
  });

  it('are refused to roles that may not review them', async () => {
    server.on(LIST, { status: 403, json: { code: 'forbidden', detail: 'You may not do this.' } });
    renderConsole('/admin/invite-reviews');
    expect(await screen.findByText(t('admin.forbidden'))).toBeTruthy();
  });
});
