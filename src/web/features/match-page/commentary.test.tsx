import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { LOCALES } from '#domain/identity/locale.ts';
import { MATCH_EVENT_TYPES } from '#domain/matches/match-details.ts';
import { makeDetail, makeEvent, makeScore, makeTeam } from '#test/web/fixtures/matches.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { Providers } from '#web/app/providers.tsx';
import { useAnnouncement } from '#web/data/toasts.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { Commentary } from './commentary.tsx';

beforeEach(() => showLocale('en'));

const teams = { home: makeTeam('Avalon Town'), away: makeTeam('Northgate', { names: { 'zh-CN': '北门', vi: 'Bắc Môn' } }) };
const words = { en: t, 'zh-CN': tZh, vi: tVi };
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');

describe.each(LOCALES)('in %s', (locale) => {
  beforeEach(() => showLocale(locale));

  it('every type of event has a sentence, with its player and without', () => {
    const details = ['Goal cancelled', 'Goal confirmed', 'Penalty confirmed', 'Penalty cancelled', 'Card upgrade', null];
    const events = MATCH_EVENT_TYPES.flatMap((type, i) =>
      (type === 'var' ? details : [null]).flatMap((detail) => [
        makeEvent({ type, detail, minute: i + 1, player: 'Ødegård-Núñez', other: 'Okafor' }),
        makeEvent({ type, detail, minute: i + 1, player: null, other: null, side: 'away' }),
      ]),
    );
    renderPart(<Commentary match={makeDetail({ ...teams, id: 7, status: 'h1', events })} />);
    const said = lines();
    // An assist stands with its goal.
    expect(said.length).toBeGreaterThanOrEqual(events.length - 2);
    for (const line of said) expect(line).toMatch(/\p{L}{2,}.*[.。]$/su);
    expect(said.join()).not.toMatch(/[{}]|null|undefined|commentary\.|\(\)|（）| {2}/u);
    expect(said.join()).not.toContain(words[locale]('match.unknown_player'));
  });

  it('every whistle and kick has one', () => {
    const kick = (type: 'penalty' | 'missed_penalty', player: string | null) => makeEvent({ type, period: 'P', minute: 120, player });
    const events = [makeEvent({ type: 'yellow', period: 'ET', minute: 91 }), kick('penalty', 'Okafor'), kick('missed_penalty', null)];
    const score = makeScore(0, 0, { fulltime: [0, 0], halftime: [0, 0], penalty: [1, 0] });
    renderPart(<Commentary match={makeDetail({ ...teams, id: 7, status: 'pen', events, score })} />);
    expect(lines()).toHaveLength(11);
    for (const line of lines()) expect(line).toMatch(/[.。](\d–\d)?$/u);
  });
});

it('names the scorer, the assist, the team that it counts for and the score', () => {
  const events = [makeEvent({ type: 'goal', minute: 45, stoppage: 2, player: 'Marsh', other: 'Lind' })];
  renderPart(<Commentary match={makeDetail({ ...teams, id: 7, status: 'ht', events, score: makeScore(1, 0, { halftime: [1, 0] }) })} />);
  const [, goal] = lines();
  expect(goal).toMatch(/^45\+2′/);
  for (const fact of [t('commentary.headline', { event: t('match.event.goal'), team: 'Avalon Town' }), 'Marsh', 'Lind', '1–0'])
    expect(goal).toContain(fact);
});

it('announces what is new, but no goal, and nothing when a sentence is taken back', async () => {
  const card = makeEvent({ type: 'yellow', minute: 9 });
  const show = (events: (typeof card)[], home = 0) => (
    <Providers>
      <Commentary match={makeDetail({ ...teams, id: 7, status: 'h1', events, score: makeScore(home, 0) })} />
    </Providers>
  );
  useAnnouncement.setState({ sentence: '' });
  const { rerender } = render(show([card]));
  const said = () => useAnnouncement.getState().sentence;
  expect(said()).toBe('');
  rerender(show([card, makeEvent({ minute: 20 })], 1));
  expect(said()).toBe('');
  const change = makeEvent({ type: 'substitution', minute: 30, player: 'Holt', other: 'Reyes' });
  rerender(show([card, change]));
  expect(said()).toContain('Reyes');
  useAnnouncement.setState({ sentence: '' });
  rerender(show([card]));
  expect(said()).toBe('');
});
