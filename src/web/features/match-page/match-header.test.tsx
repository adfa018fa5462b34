import { screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MatchDetail } from '#contract/matches.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { isStarted, MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { makeDetail, makeEvent, makeMeta, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import type { StatusKey } from '#texts/status-words.ts';
import { metaQuery } from '#web/data/queries.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { MatchHeader } from './match-header.tsx';
import { statusLook } from './status-look.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.setQueryData(metaQuery.queryKey, makeMeta());
  await showLocale('en');
});
afterAll(() => server.stop());

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const show = (rest: Partial<MatchDetail>) => renderPart(<MatchHeader match={makeDetail({ id: 7, ...rest })} />);

const STATES: StatusKey[] = [...MATCH_STATUSES, 'delayed', 'suspected_cancelled'];

/** Returns a match in a state, with the fields a feed would send. */
function inState(key: StatusKey): Partial<MatchDetail> {
  if (key === 'delayed') return { status: 'ns', kickoff_at: ago(20 * MINUTE_MS) };
  if (key === 'suspected_cancelled') return { status: 'ns', kickoff_at: ago(130 * MINUTE_MS) };
  return { status: key, minute: null, seen_at: ago(0), score: isStarted(key) ? makeScore(1, 1) : makeScore(null, null) };
}

describe.each(LOCALES)('every state of a match in %s', (locale) => {
  it('has its own text and the style of its kind', async () => {
    await showLocale(locale);
    const words = STATES.map((key) => {
      const { container, unmount } = show(inState(key));
      const state = container.querySelector<HTMLElement>('[data-status]');
      expect(state?.dataset.status, key).toBe(key);
      expect(state?.dataset.look, key).toBe(statusLook(key));
      const said = state?.textContent ?? '';
      unmount();
      return said;
    });
    for (const said of words) expect(said).not.toMatch(/^\s*$|status|match\./);
    expect(new Set(words).size).toBe(21);
  });
});

it('explains a state that is neither play nor a result', () => {
  show(inState('suspected_cancelled'));
  expect(screen.getByText(t('match.status.long.suspected_cancelled'))).toBeTruthy();
  expect(screen.getByText(t('match.status.why.suspected_cancelled'))).toBeTruthy();
});

it('shows the score by part', () => {
  const score = makeScore(3, 3, { halftime: [1, 0], fulltime: [2, 2], extratime: [1, 1], penalty: [5, 4] });
  show({ status: 'pen', score });
  for (const part of [
    t('match.half_time_score', { home: 1, away: 0 }),
    t('match.full_time_score', { home: 2, away: 2 }),
    t('match.extra_time_score', { home: 3, away: 3 }),
    t('match.penalty_score', { home: 5, away: 4 }),
  ]) {
    expect(screen.getByText(part)).toBeTruthy();
  }
});

describe('while it is in play', () => {
  const live = { status: 'h2', minute: 67, score: makeScore(1, 0) } as const;
  const noNews = t('match.no_news_since', { time: '' });

  it('shows how old the feed’s report is once it is late', () => {
    show({ ...live, seen_at: ago(45_000), confirmed_at: ago(45_500) });
    expect(screen.getByText(new RegExp(`^${t('common.updated_ago', { ago: '45 ?s' })}`))).toBeTruthy();
  });

  it('says nothing while the report is recent', () => {
    show({ ...live, seen_at: ago(45_000), confirmed_at: ago(5_000) });
    expect(screen.queryByText(new RegExp(`${t('common.updated_ago', { ago: '' })}|${noNews}`))).toBeNull();
  });

  it('says since when there is no news, also at half-time when no clock runs', () => {
    show({ ...live, status: 'ht', minute: null, seen_at: ago(7 * MINUTE_MS), confirmed_at: ago(7 * MINUTE_MS) });
    expect(screen.getByText(new RegExp(`^${noNews}\\d\\d:\\d\\d$`))).toBeTruthy();
  });

  it('says that scores arrive late where they always do', () => {
    const { unmount } = show({ ...live, scores_delayed: true });
    expect(screen.getByText(t('match.scores_delayed'))).toBeTruthy();
    unmount();
    show({ ...live, status: 'ft', scores_delayed: true });
    expect(screen.queryByText(t('match.scores_delayed'))).toBeNull();
  });

  it('stops the clock of a silent feed, and says so once', () => {
    show({ ...live, seen_at: ago(15 * MINUTE_MS), confirmed_at: ago(15 * MINUTE_MS) });
    expect(screen.getAllByText(new RegExp(noNews))).toHaveLength(1);
    expect(screen.getByText(/^7\d′$/)).toBeTruthy();
  });
});

it('links from a team to its matches, and names the players sent off', () => {
  const home = makeTeam('Avalon Town', { id: 31 });
  const events = [
    makeEvent({ type: 'second_yellow', player: 'Barros', minute: 80, period: 'H2' }),
    makeEvent({ type: 'yellow', player: 'Lindqvist' }),
  ];
  show({ status: 'ft', score: makeScore(0, 0), home, events, red_cards: { home: 1, away: 0 } });
  expect(screen.getByRole('link', { name: 'Avalon Town' }).getAttribute('href')).toBe('/team/31');
  expect(screen.getByRole('img', { name: t('match.red_cards', { count: 1 }) })).toBeTruthy();
  expect(screen.getByText(t('match.dismissals')).nextSibling?.textContent).toBe('Barros 80′');
  expect(screen.queryByText(/Lindqvist/)).toBeNull();
});
