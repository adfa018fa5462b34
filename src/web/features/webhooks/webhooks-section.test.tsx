import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { WEBHOOKS_MAX } from '#domain/notifications/webhook-event.ts';
import { enterText } from '#test/web/enter-text.ts';
import { beUser, makeOverview } from '#test/web/fixtures/accounts.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { chooseLocale } from '#web/i18n/locale-store.ts';
import { FAILING_REFRESH_MS } from './api.ts';
import { WebhooksSection } from './webhooks-section.tsx';

const LIST = 'GET /api/account/webhooks';
const CREATE = 'POST /api/account/webhooks';
const ID = '0198f000-0000-7000-8000-000000000001';
const URL_OF = 'https://hooks.example.com/matchpoint';
const SECRET = 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0ISE=';

const makeWebhook = (rest: Partial<Webhook> = {}): Webhook => ({
  ...{ id: ID, url: URL_OF, description: '', events: ['match.goal'], forecast_points: 10, state: 'on', disabled_because: null },
  filters: { matches: [], teams: [], leagues: [], sports: [], favorites: true },
  ...{ state_since: '2026-11-20T12:00:00.000Z', failing_since: null, old_secret_until: null, created_at: '2026-11-20T12:00:00.000Z' },
  ...rest,
});
const makeDelivery = (rest: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  ...{ id: 7, event_id: ID, type: 'match.goal', match_id: 3, state: 'delivered', attempts: 1, status: 204, problem: null },
  ...{ duration_ms: 31, queued_at: '2026-11-20T12:00:00.000Z', ended_at: '2026-11-20T12:00:00.000Z', next_try_at: null },
  payload: '{"id":"x","type":"match.goal","data":{"side":"home"}}',
  ...rest,
});

const server = await servePages();
const serve = (...items: Webhook[]) => server.on(LIST, { json: { items, takes_loopback: false } });
beforeEach(async () => {
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  beUser();
  server.on('GET /api/account/overview', { json: makeOverview() });
  await chooseLocale('en');
});

const toasts = () => useToasts.getState().toasts.map(({ type, message }) => `${type}: ${message}`);
const button = (name: string) => screen.getByRole('button', { name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the section of webhooks', () => {
  it('shows errors while loading, then that there is none', async () => {
    server.on(
      LIST,
      { status: 400, json: { code: 'invalid_query', detail: 'What the server says.' } },
      { json: { items: [], takes_loopback: false } },
    );
    renderPart(<WebhooksSection />);
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(t('webhooks.load_failed'))).toBeTruthy();
    await userEvent.click(alert.getByRole('button', { name: t('common.retry') }));
    expect(await screen.findByText(t('webhooks.none'))).toBeTruthy();
  });

  it('speaks all three languages', async () => {
    serve(makeWebhook());
    for (const [locale, words] of [
      ['zh-CN', tZh],
      ['vi', tVi],
    ] as const) {
      await chooseLocale(locale);
      renderPart(<WebhooksSection />);
      expect(await screen.findByText(words('webhooks.lead'))).toBeTruthy();
      expect(await screen.findByText(words('webhooks.event.match_goal'))).toBeTruthy();
      cleanup();
    }
  });

  it('adds a webhook, and shows its secret once', async () => {
    // With a clipboard.
    userEvent.setup();
    serve();
    server.on(CREATE, { status: 201, json: { webhook: makeWebhook(), secret: SECRET } });
    server.on('GET /api/search', {
      json: {
        items: [
          {
            kind: 'team',
            sport: 'football',
            team: { id: 4, name: 'Avalon', short_name: null, names: {}, colours: ['#111111', '#eeeeee'] },
          },
        ],
      },
    });
    renderPart(<WebhooksSection />);
    await press(t('webhooks.add'));
    await enterText(screen.getByLabelText(t('webhooks.url')), URL_OF);
    await userEvent.click(screen.getByRole('checkbox', { name: t('webhooks.event.forecast_moved') }));
    await userEvent.click(screen.getByRole('checkbox', { name: t('webhooks.favorites') }));
    await userEvent.clear(screen.getByLabelText(t('webhooks.points')));
    await enterText(screen.getByLabelText(t('webhooks.points')), '5');
    await userEvent.click(button(t('matches.sports.tennis')));
    await enterText(screen.getByLabelText(t('webhooks.search')), 'Ava');
    await press('Avalon');
    await press(t('webhooks.create'));
    expect(await screen.findByText(SECRET)).toBeTruthy();
    expect(server.bodiesOf(CREATE)).toEqual([
      {
        ...{ url: URL_OF, description: '', forecast_points: 5 },
        events: ['match.started', 'match.goal', 'match.ended', 'forecast.moved'],
        filters: { match_ids: [], team_ids: [4], league_ids: [], sports: ['tennis'], favorites: false },
      },
    ]);
    await press(t('webhooks.copy'));
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    await press(t('webhooks.secret_kept'));
    expect(screen.queryByText(SECRET)).toBeNull();
  });

  it('says what is missing before it sends, and shows at the URL what the server says of it', async () => {
    serve();
    server.on(CREATE, { status: 400, json: { code: 'invalid_webhook_url', detail: 'Not this address.' } });
    renderPart(<WebhooksSection />);
    await press(t('webhooks.add'));
    for (const event of ['match_started', 'match_goal', 'match_ended'] as const)
      await userEvent.click(screen.getByRole('checkbox', { name: t(`webhooks.event.${event}`) }));
    await userEvent.click(screen.getByRole('checkbox', { name: t('webhooks.favorites') }));
    await press(t('webhooks.create'));
    for (const problem of ['no_events', 'no_filter'] as const) expect(await screen.findByText(t(`webhooks.${problem}`))).toBeTruthy();
    expect(server.bodiesOf(CREATE)).toEqual([]);
    await enterText(screen.getByLabelText(t('webhooks.url')), 'https://localhost/');
    await userEvent.click(screen.getByRole('checkbox', { name: t('webhooks.event.tip_scored') }));
    await userEvent.click(screen.getByRole('checkbox', { name: t('webhooks.favorites') }));
    await press(t('webhooks.create'));
    expect(await screen.findByText('Not this address.')).toBeTruthy();
    expect(screen.getByLabelText(t('webhooks.url')).getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    [false, 'url_hint'],
    [true, 'url_hint_loopback'],
  ] as const)('says which addresses the site takes (this machine: %s)', async (takes_loopback, hint) => {
    server.on(LIST, { json: { items: [], takes_loopback } });
    renderPart(<WebhooksSection />);
    await press(t('webhooks.add'));
    expect(await screen.findByText(t(`webhooks.${hint}`))).toBeTruthy();
  });

  it('asks again while a webhook fails, until it has recovered', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const failing = { json: { items: [makeWebhook({ failing_since: '2026-11-20T12:00:00.000Z' })], takes_loopback: false } };
    server.on(LIST, failing, failing, { json: { items: [makeWebhook()], takes_loopback: false } });
    const countAsked = () => server.calls().filter((call) => call === LIST).length;
    renderPart(<WebhooksSection />);
    expect(await screen.findByText(t('webhooks.state.failing'))).toBeTruthy();
    const isOn = () => screen.queryByText(t('webhooks.state.on')) !== null;
    await expect
      .poll(() => {
        vi.advanceTimersByTime(FAILING_REFRESH_MS);
        return isOn();
      })
      .toBe(true);
    expect(screen.queryByText(t('webhooks.state.failing'))).toBeNull();
    const asked = countAsked();
    vi.advanceTimersByTime(10 * FAILING_REFRESH_MS);
    await server.settle();
    expect([asked, countAsked()]).toEqual([3, 3]);
  });

  it('changes a webhook without losing what it named', async () => {
    const filters = {
      matches: [{ id: 9, name: 'A – B' }],
      teams: [],
      leagues: [{ id: 2, name: 'Cup', names: {} }],
      sports: [],
      favorites: false,
    };
    serve(makeWebhook({ filters, description: 'Bot' }));
    const UPDATE = `PATCH /api/account/webhooks/${ID}`;
    server.on(UPDATE, { json: { webhook: makeWebhook() } });
    renderPart(<WebhooksSection />);
    await press(t('webhooks.edit_of', { url: URL_OF }));
    await press(t('webhooks.remove_filter', { name: 'Cup' }));
    await press(t('webhooks.save'));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('webhooks.saved')}`]));
    expect(server.bodiesOf(UPDATE)).toMatchObject([{ description: 'Bot', filters: { match_ids: [9], league_ids: [], favorites: false } }]);
  });

  it('shows how a webhook is doing, and turns it on again', async () => {
    serve(makeWebhook({ state: 'disabled', disabled_because: 'gone' }));
    const UPDATE = `PATCH /api/account/webhooks/${ID}`;
    server.on(UPDATE, { json: { webhook: makeWebhook() } });
    renderPart(<WebhooksSection />);
    expect(await screen.findByText(t('webhooks.because.gone'))).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: t('webhooks.is_on') }));
    await waitFor(() => expect(server.bodiesOf(UPDATE)).toEqual([{ state: 'on' }]));
    cleanup();
    queryClient.clear();
    serve(makeWebhook({ failing_since: '2026-11-20T12:00:00.000Z' }));
    renderPart(<WebhooksSection />);
    expect(await screen.findByText(t('webhooks.state.failing'))).toBeTruthy();
  });

  it('sends a test and shows the outcome', async () => {
    serve(makeWebhook());
    const TEST = `POST /api/account/webhooks/${ID}/test`;
    renderPart(<WebhooksSection />);
    const outcomes = [
      { state: 'delivered', status: 204, problem: null, duration_ms: 20 },
      { state: 'failed', status: null, problem: 'timeout', duration_ms: 10_000 },
    ];
    for (const json of outcomes) {
      server.on(TEST, { json });
      await press(t('webhooks.test_of', { url: URL_OF }));
      await waitFor(() => expect(toasts()).toHaveLength(outcomes.indexOf(json) + 1));
    }
    expect(toasts()).toEqual([
      `success: ${t('webhooks.test_delivered', { status: '204' })}`,
      `error: ${t('webhooks.test_failed', { problem: t('webhooks.problem.timeout') })}`,
    ]);
  });

  it('makes a new secret and deletes a webhook, each after a question', async () => {
    serve(makeWebhook());
    server.on(`POST /api/account/webhooks/${ID}/secret`, { json: { webhook: makeWebhook(), secret: SECRET } });
    server.on(`DELETE /api/account/webhooks/${ID}`, { json: {} });
    renderPart(<WebhooksSection />);
    await press(t('webhooks.rotate_of', { url: URL_OF }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('webhooks.rotate') }));
    expect(await screen.findByText(SECRET)).toBeTruthy();
    await press(t('webhooks.secret_kept'));
    await press(t('webhooks.remove_of', { url: URL_OF }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('webhooks.remove') }));
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('webhooks.removed')}`]));
  });

  it('offers no further webhook beyond the most allowed, nor to an unconfirmed address', async () => {
    serve(...Array.from({ length: WEBHOOKS_MAX }, (_, n) => makeWebhook({ id: ID.replace(/.$/, String(n)), url: `${URL_OF}/${n}` })));
    renderPart(<WebhooksSection />);
    expect(await screen.findByText(t('webhooks.full', { max: WEBHOOKS_MAX }))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('webhooks.add') })).toBeNull();
    cleanup();
    queryClient.clear();
    serve();
    server.on('GET /api/account/overview', { json: makeOverview({ profile: { email_verified: false } }) });
    renderPart(<WebhooksSection />);
    expect(await screen.findByText(t('security.confirm_first'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('webhooks.add') })).toBeNull();
  });
});

describe('the log of a webhook', () => {
  const LOG = `GET /api/account/webhooks/${ID}/deliveries`;
  const REPLAY = `POST /api/account/webhooks/${ID}/replay`;
  const serveLog = (items: WebhookDelivery[], total = items.length) => server.on(LOG, { json: { items, page: 1, page_size: 20, total } });
  async function open(webhook = makeWebhook()) {
    serve(webhook);
    renderPart(<WebhooksSection />);
    await press(t('webhooks.log_of', { url: URL_OF }));
    return within(await screen.findByRole('dialog'));
  }

  it('shows attempts and what was sent, and sends an event again', async () => {
    serveLog([makeDelivery(), makeDelivery({ id: 6, state: 'failed', status: 500, problem: 'status', attempts: 8 })]);
    server.on(REPLAY, { json: { queued: 1 } });
    const dialog = await open();
    expect(await dialog.findByText(new RegExp(t('webhooks.problem.status', { status: '500' })))).toBeTruthy();
    expect(dialog.getAllByText(/"side": "home"/)).toHaveLength(2);
    const [first] = dialog.getAllByRole('button', { name: /again$/ }).filter(({ textContent }) => textContent === t('webhooks.replay'));
    await userEvent.click(first!);
    await waitFor(() => expect(toasts()).toEqual([`success: ${t('webhooks.replayed', { count: 1 })}`]));
    expect(server.bodiesOf(REPLAY)).toEqual([{ delivery_id: 7 }]);
    await userEvent.click(dialog.getByRole('button', { name: t('webhooks.replay_failed') }));
    await waitFor(() => expect(server.bodiesOf(REPLAY)).toHaveLength(2));
    expect(Object.keys(server.bodiesOf(REPLAY)[1] as object)).toEqual(['failed_since']);
  });

  it('is filtered and paged, and empty at first', async () => {
    serveLog([makeDelivery()], 41);
    const dialog = await open();
    const asked = () => server.heard.filter(({ path }) => path.endsWith('/deliveries')).map(({ query }) => query);
    await userEvent.click(await dialog.findByRole('button', { name: t('webhooks.older') }));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: '2' }));
    serveLog([]);
    await userEvent.click(dialog.getByRole('radio', { name: t('webhooks.filters.failed') }));
    expect(await dialog.findByText(t('webhooks.log_none'))).toBeTruthy();
    expect(asked().at(-1)).toMatchObject({ page: '1', state: 'failed' });
  });

  it('sends nothing again while the webhook is off, nor what still waits', async () => {
    serveLog([makeDelivery({ state: 'waiting', next_try_at: null, ended_at: null, status: null, attempts: 0, duration_ms: null })]);
    const dialog = await open();
    expect(await dialog.findByText(t('webhooks.behind'))).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /^Send again/ })).toBeNull();
    cleanup();
    queryClient.clear();
    serveLog([makeDelivery()]);
    const off = await open(makeWebhook({ state: 'off' }));
    expect(await off.findByText(t('webhooks.event.match_goal'))).toBeTruthy();
    expect(off.queryByRole('button', { name: t('webhooks.replay_failed') })).toBeNull();
  });
});
