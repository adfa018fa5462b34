import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MatchDetail } from '#contract/matches.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { makeDetail, makeEvent, makeMarket, makeMeta, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { servePages } from '#test/web/page-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { Providers } from '#web/app/providers.tsx';
import { metaQuery } from '#web/data/queries.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { useToasts } from '#web/data/toasts.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { MatchActions } from './match-actions.tsx';

const server = await servePages();
beforeEach(async () => {
  queryClient.clear();
  queryClient.setQueryData(metaQuery.queryKey, makeMeta());
  server.on('GET /api/matches/7/score-probability', {
    json: { lines: { model: null, market: null, crowd: null }, reason: null, model: null, hit_rate: null, now: null, timeline: [] },
  });
  await showLocale('en');
});
afterEach(() => {
  Reflect.deleteProperty(window, 'documentPictureInPicture');
  for (const style of document.head.querySelectorAll('style')) style.remove();
});

const matchOf = (rest: Partial<MatchDetail>) =>
  makeDetail({ id: 7, home: makeTeam('Avalon Town'), away: makeTeam('Northgate'), market: makeMarket(), ...rest });
const LIVE = {
  status: 'h2',
  minute: 67,
  score: makeScore(2, 1),
  events: [
    makeEvent({ type: 'goal', side: 'home', minute: 63, player: 'Ana Bell' }),
    makeEvent({ type: 'yellow', side: 'away', minute: 65 }),
  ],
} as const satisfies Partial<MatchDetail>;

/** Gives the page a browser with such windows: each is a frame. */
function allowWindows() {
  const opened: HTMLIFrameElement[] = [];
  const requestWindow = async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    opened.push(frame);
    const own = frame.contentWindow!;
    own.close = () => {
      own.dispatchEvent(new Event('pagehide'));
      frame.remove();
    };
    return own;
  };
  Object.defineProperty(window, 'documentPictureInPicture', { value: { requestWindow }, configurable: true });
  return { opened, body: () => within(opened.at(-1)!.contentDocument!.body) };
}

describe('before a match', () => {
  it.each(LOCALES)('there is a calendar file in the page’s language: %s', async (locale) => {
    await showLocale(locale);
    renderPart(<MatchActions match={matchOf({ status: 'ns' })} />);
    expect(screen.getByRole('link').getAttribute('href')).toBe(`/api/matches/7/calendar.ics?lang=${locale}`);
  });

  it('without a date, and later, there is none', () => {
    renderPart(<MatchActions match={matchOf({ status: 'ns', kickoff_at: null })} />);
    renderPart(<MatchActions match={matchOf(LIVE)} />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the small scoreboard', () => {
  it('is offered only where the browser has such windows', () => {
    renderPart(<MatchActions match={matchOf(LIVE)} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows score, time, last event and probabilities with the page’s styles, theme and language, until it is closed', async () => {
    const { opened, body } = allowWindows();
    document.head.append(Object.assign(document.createElement('style'), { textContent: '.num{color:red}' }));
    document.documentElement.dataset.theme = 'programme';
    renderPart(<MatchActions match={matchOf(LIVE)} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: t('glance.pop_out') }));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(await body().findByText('Avalon Town')).toBeTruthy();
    expect(body().getByRole('main', { name: t('glance.scoreboard', { home: 'Avalon Town', away: 'Northgate' }) }).textContent).toMatch(
      /67′.*2.*1.*63′ Goal: Ana Bell/,
    );
    expect(body().getByText(t('forecast.line_now.market'))).toBeTruthy();
    const page = opened[0]!.contentDocument!;
    expect([page.documentElement.lang, page.documentElement.dataset.theme]).toEqual([document.documentElement.lang, 'programme']);
    expect(page.head.querySelector('style')?.textContent).toBe('.num{color:red}');
    await user.click(screen.getByRole('button', { name: t('glance.pop_in') }));
    expect(await screen.findByRole('button', { name: t('glance.pop_out') })).toBeTruthy();
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('follows the match, and closes with the page', async () => {
    const { opened, body } = allowWindows();
    const shown = (match: MatchDetail) => (
      <Providers>
        <MemoryRouter>
          <MatchActions match={match} />
        </MemoryRouter>
      </Providers>
    );
    const { rerender, unmount } = render(shown(matchOf(LIVE)));
    await userEvent.click(await screen.findByRole('button', { name: t('glance.pop_out') }));
    await waitFor(() => expect(opened).toHaveLength(1));
    await body().findByText('Avalon Town');
    rerender(shown(matchOf({ ...LIVE, status: 'ft', score: makeScore(3, 1) })));
    expect(await body().findByText('3')).toBeTruthy();
    unmount();
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('tells nothing of a match that the spoiler shield hides', async () => {
    const { opened, body } = allowWindows();
    renderPart(<MatchActions match={matchOf({ ...LIVE, is_concealed: true })} />);
    await userEvent.click(await screen.findByRole('button', { name: t('glance.pop_out') }));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(await body().findByText(t('glance.hidden'))).toBeTruthy();
    expect(opened[0]!.contentDocument!.body.textContent).not.toMatch(/[0-9]/);
  });

  it('says so if the browser refuses', async () => {
    const requestWindow = async () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    Object.defineProperty(window, 'documentPictureInPicture', { value: { requestWindow }, configurable: true });
    renderPart(<MatchActions match={matchOf(LIVE)} />);
    await userEvent.click(await screen.findByRole('button', { name: t('glance.pop_out') }));
    await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.message).toBe(t('glance.pop_failed')));
  });
});
