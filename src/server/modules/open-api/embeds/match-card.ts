import type { Locale } from '#domain/identity/locale.ts';
import { embeddedPage } from '#domain/matches/embed.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import type { Card, Wanted } from './card.ts';
import { type Html, html } from './html.ts';
import { crest, type EmbeddedMatch, heading, pollSecondsOf, requireMatch, wordsOf } from './match-parts.ts';
import { type Words, wordsIn } from './words.ts';

const SIDES: readonly Side[] = ['home', 'away'];

/** Returns the card of a match: its teams, state and score. */
export async function matchCard(deps: Deps, { id, locale, hidesScore }: Wanted): Promise<Card> {
  const match = await requireMatch(deps, id);
  const words = wordsIn(locale);
  const { title, score } = wordsOf(deps, match, locale);
  return {
    title,
    body: html`${heading(deps, match, locale, words)}${scoreboard(match, words, score !== null && !hidesScore)}${
      score !== null && hidesScore && coveredScore(match, words, score)
    }`,
    path: embeddedPage({ kind: 'match', id, season: null }),
    open: 'match',
    news: score === null || hidesScore ? '' : newsOf(deps, match, locale, words),
    pollSeconds: pollSecondsOf(deps, match),
  };
}

/** Sides in rows, with the parts of the match that count by themselves (sets, quarters, maps) and the score in columns. */
function scoreboard(match: EmbeddedMatch, words: Words, hasScore: boolean): Html {
  const { texts } = words;
  const parts = hasScore ? (match.score.parts ?? []) : [];
  const head = html`<thead class="sr"><tr><th scope="col">${texts.team}</th>${parts.map(
    (_, index) => html`<th scope="col">${index + 1}</th>`,
  )}${hasScore && html`<th scope="col">${texts.total}</th>`}</tr></thead>`;
  const rows = SIDES.map(
    (side) =>
      html`<tr><th scope="row"><span class="team">${crest(match[side])}<span dir="auto">${words.teamName(match[side])}</span>${redCards(match, side, words, hasScore)}</span></th>${parts.map(
        (part) => html`<td class="part">${part[side]}</td>`,
      )}${hasScore && html`<td class="score">${match.score[side] ?? 0}</td>`}</tr>`,
  );
  return html`<table class="board">${head}<tbody>${rows}</tbody></table>`;
}

/** Red cards are part of how a match goes: they are hidden with its score. */
function redCards({ red_cards }: EmbeddedMatch, side: Side, { texts, say }: Words, hasScore: boolean): Html | false {
  const count = red_cards[side];
  return (
    hasScore &&
    count > 0 &&
    html`<span class="red" aria-hidden="true">${count}</span><span class="sr">${say(texts.red_cards, { count })}</span>`
  );
}

/** The score for readers who want to see it: it opens without a script. */
function coveredScore({ score: { parts = [] } }: EmbeddedMatch, { texts }: Words, score: string): Html {
  const inParts = parts.map(({ home, away }) => `${home}–${away}`).join(' ');
  return html`<details><summary>${texts.show_score}</summary><p><strong>${score}</strong> ${inParts}</p></details>`;
}

/** Without the minute: a reader hears of goals and of how far the match is, not of each minute. */
function newsOf(deps: Deps, match: EmbeddedMatch, locale: Locale, { texts, say, teamName }: Words): string {
  const { status } = wordsOf(deps, match, locale);
  const { home, away } = match.score;
  return say(texts.say, {
    ...{ home: teamName(match.home), away: teamName(match.away), home_score: home ?? 0, away_score: away ?? 0 },
    status: status ?? '',
  });
}
