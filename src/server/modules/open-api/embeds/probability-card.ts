import type { OutcomeProbabilities, ScoreProbability, TimelinePoint } from '#contract/forecasts.ts';
import { percentages } from '#domain/forecast/percentages.ts';
import { embeddedPage } from '#domain/matches/embed.ts';
import { isStarted } from '#domain/matches/match-status.ts';
import type { Deps } from '#server/deps.ts';
import { scoreProbability } from '#server/modules/forecasting/public.ts';
import type { Card, Wanted } from './card.ts';
import { type Html, html } from './html.ts';
import { type EmbeddedMatch, heading, pollSecondsOf, requireMatch, wordsOf } from './match-parts.ts';
import { type Words, wordsIn } from './words.ts';

const OUTCOMES = ['home', 'draw', 'away'] as const;
type Outcome = (typeof OUTCOMES)[number];
/** Whose opinion is shown. */
type Source = 'now' | 'kick_off' | 'market';

/** Returns the card of a match's win probability: by our model, now or before the match, else by the market. */
export async function probabilityCard(deps: Deps, { id, locale, hidesScore }: Wanted): Promise<Card> {
  const match = await requireMatch(deps, id);
  const probability = await scoreProbability(deps, { id: match.id }).make();
  const words = wordsIn(locale);
  const { texts, say, teamName } = words;
  const opinion = opinionOf(probability, match, hidesScore);
  const outcomes = OUTCOMES.filter((outcome) => outcome !== 'draw' || match.draw_possible);
  const percents = opinion && percentsOf(opinion.shares, outcomes);
  const line = hidesScore || percents === null ? [] : probability.timeline;
  return {
    title: say(texts.probability.title, { match: wordsOf(deps, match, locale).title }),
    body: html`${heading(deps, match, locale, words)}${
      opinion && percents
        ? html`${bars(match, outcomes, percents, words)}${line.length > 1 && chart(match, line, outcomes, words)}<p class="note">${texts.probability[opinion.source]}</p>`
        : html`<p>${texts.probability.none}</p>`
    }`,
    path: embeddedPage({ kind: 'probability', id, season: null }),
    open: 'probability',
    news:
      percents && opinion?.source === 'now'
        ? say(texts.probability.say, {
            ...{ home: teamName(match.home), away: teamName(match.away) },
            // In steps of five: a reader is not told of each minute.
            ...{ home_percent: inFives(percents.home), away_percent: inFives(percents.away) },
          })
        : '',
    pollSeconds: pollSecondsOf(deps, match),
  };
}

const inFives = (percent: number): number => Math.round(percent / 5) * 5;

/** A hidden score hides what follows from it: the model's present opinion, and prices of a match that has begun. */
function opinionOf({ now, lines }: ScoreProbability, match: EmbeddedMatch, hidesScore: boolean) {
  if (now && !hidesScore) return { shares: now as OutcomeProbabilities, source: 'now' as Source };
  if (lines.model) return { shares: lines.model, source: 'kick_off' as Source };
  const market = lines.market ?? (isStarted(match.status) ? null : (match.market?.probability ?? null));
  return market && { shares: market, source: 'market' as Source };
}

function percentsOf(shares: OutcomeProbabilities, outcomes: readonly Outcome[]): Record<Outcome, number> {
  const whole = percentages(outcomes.map((outcome) => shares[outcome]));
  const of = (outcome: Outcome) => whole[outcomes.indexOf(outcome)] ?? 0;
  return { home: of('home'), draw: of('draw'), away: of('away') };
}

function bars(match: EmbeddedMatch, outcomes: readonly Outcome[], percents: Record<Outcome, number>, words: Words): Html {
  const { texts, say, teamName } = words;
  const nameOf = (outcome: Outcome) =>
    outcome === 'draw' ? texts.probability.draw : say(texts.probability.to_win, { team: teamName(match[outcome]) });
  return html`<ul class="bars">${outcomes.map(
    (outcome) =>
      html`<li><span dir="auto">${nameOf(outcome)}</span> <b>${percents[outcome]}%</b><svg class="bar ${outcome}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="6"/><rect width="${percents[outcome]}" height="6"/></svg></li>`,
  )}</ul>`;
}

const [WIDTH, HEIGHT] = [300, 80];
/** The least that the line spans, in minutes. */
const MINUTES_MIN = 90;

/** The course of the probabilities, with a sentence in its place for readers who cannot see it. */
function chart(match: EmbeddedMatch, line: readonly TimelinePoint[], outcomes: readonly Outcome[], { texts, say, teamName }: Words): Html {
  const minuteOf = ({ minute, stoppage }: TimelinePoint) => minute + (stoppage ?? 0);
  const [first, last] = [line[0]!, line.at(-1)!];
  const span = Math.max(MINUTES_MIN, ...line.map(minuteOf));
  const path = (outcome: Outcome) =>
    `M${line.map((point) => `${round((minuteOf(point) / span) * WIDTH)} ${round((1 - point[outcome]) * HEIGHT)}`).join('L')}`;
  const percent = (point: TimelinePoint, outcome: Outcome) => percentsOf(point, outcomes)[outcome];
  const sentence = say(texts.probability.line, {
    ...{ minute: last.minute, home: teamName(match.home), away: teamName(match.away) },
    ...{ home_first: percent(first, 'home'), home_last: percent(last, 'home') },
    ...{ away_first: percent(first, 'away'), away_last: percent(last, 'away') },
  });
  return html`<svg class="chart" role="img" aria-label="${sentence}" viewBox="0 -2 ${WIDTH} ${HEIGHT + 4}" preserveAspectRatio="none"><path class="mid" d="M0 ${HEIGHT / 2}H${WIDTH}"/>${outcomes.map(
    (outcome) => html`<path class="${outcome}" d="${path(outcome)}"/>`,
  )}</svg><p class="axis" aria-hidden="true"><span>${texts.probability.start}</span><span>${say(texts.probability.minute, { minute: span })}</span></p>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
