import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { MatchDetail } from '#contract/matches.ts';
import { MATCH_EVENT_TYPES } from '#domain/matches/match-details.ts';
import { makeDetail, makeEvent, makeScore } from '#test/web/fixtures/matches.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { showLocale } from '#web/i18n/locale-store.ts';
import { TimelineTab } from './timeline-tab.tsx';

beforeEach(() => showLocale('en'));

const show = (rest: Partial<MatchDetail>) => renderPart(<TimelineTab match={makeDetail({ id: 7, ...rest })} />);

it('describes every type of event', () => {
  const events = MATCH_EVENT_TYPES.map((type, index) => makeEvent({ type, minute: index + 1, player: `Player ${index}` }));
  show({ status: 'h1', events });
  const said = screen.getAllByRole('listitem').map((row) => row.textContent);
  for (const words of ['Goal', 'Penalty scored', 'Penalty missed', 'Own goal', 'Assist', 'Yellow card', 'Second yellow card', 'Red card']) {
    expect(said.some((row) => row?.startsWith(`${words}, `))).toBe(true);
  }
  expect(said.filter((row) => /^(Substitution|Video review), /.test(row ?? ''))).toHaveLength(2);
});

it('divides at the whistles, with the score at each', () => {
  show({
    status: 'aet',
    score: makeScore(2, 1, { halftime: [0, 0], fulltime: [1, 1] }),
    events: [
      makeEvent({ period: 'H2', minute: 51 }),
      makeEvent({ period: 'H2', minute: 88, side: 'away' }),
      makeEvent({ period: 'ET', minute: 101 }),
    ],
  });
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['1st half', '2nd half', 'Extra time']);
  for (const whistle of ['Half-time 0–0', '90 minutes 1–1', 'After extra time 2–1']) expect(screen.getByText(whistle)).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((row) => within(row).getByText(/^\d–\d$/).textContent)).toEqual(['1–0', '1–1', '2–1']);
});

it('shows the shoot-out separately, kick by kick', () => {
  const kick = (type: 'penalty' | 'missed_penalty', side: 'home' | 'away', player: string) =>
    makeEvent({ type, side, player, period: 'P', minute: 120 });
  show({
    status: 'pen',
    score: makeScore(0, 0, { penalty: [1, 0] }),
    events: [kick('penalty', 'home', 'Okafor'), kick('missed_penalty', 'away', 'Barros')],
  });
  expect(screen.getByRole('heading', { name: 'Penalty shoot-out 1–0' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Okafor, Avalon Town, scored1–0',
    'Barros, Northgate, missed1–0',
  ]);
});

it.each([
  ['ns', 'Nothing has happened yet'],
  ['ft', 'No events were reported'],
  ['canc', 'There was no match'],
] as const)('says why there is nothing of a match that is %s', (status, words) => {
  show({ status });
  expect(screen.getByText(words)).toBeTruthy();
});
