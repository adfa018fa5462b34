import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { TeamRef } from '#contract/matches.ts';
import {
  type answerTippingQuestion,
  type askTippingQuestion,
  CHANGE_MINUTES,
  type changeTippingQuestion,
  DEADLINE_DAYS_MAX,
  QUESTIONS_MAX,
  type setTippingQuestionResult,
  type TippingQuestion,
  type TippingQuestions,
  type withdrawTippingQuestion,
} from '#contract/tipping-questions.ts';
import { groupBy } from '#domain/grouping.ts';
import { isStarted } from '#domain/matches/match-status.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { type BonusValue, isPossibleAnswer, isPossibleResult, scoreAnswer } from '#domain/tipping/bonus.ts';
import type { Deps } from '#server/deps.ts';
import { validateName } from '#server/modules/identity/public.ts';
import { findTeamRefs, leagueRef } from '#server/modules/match-data/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';
import { asHelper, asOwner, requireMember, requireReader } from './access.ts';
import { resultOf, termsOf } from './bonus-points.ts';
import { derivedResults, scopeOf } from './derived-results.ts';
import { findGroupMatches, holdClosing } from './group-matches.ts';
import type { GroupRow } from './group-queries.ts';
import * as questions from './question-queries.ts';
import { groupTopic } from './standing.ts';

const ofQuestion = ({ question_id }: { question_id: string }): string => question_id;

/** Returns the questions of a group with the caller's own answers: the open ones by deadline, then the others, the latest first. */
export async function list(deps: Deps, userId: string, groupId: string): Promise<TippingQuestions> {
  const { group, member } = await requireReader(deps, userId, groupId);
  const rows = await questions.closeQuestions(deps, groupId);
  const now = deps.now();
  const ids = rows.map(({ id }) => id);
  const [derived, own, logged, catalogue] = await Promise.all([
    derivedOf(deps, group, rows),
    member ? questions.findAnswers(deps.db, ids, member.id) : [],
    questions.findEvents(deps.db, groupId),
    catalogueOf(deps.db, rows),
  ]);
  const mine = new Map(own.map((answer) => [answer.question_id, answer]));
  // What is nearest depends on all answers.
  const nearest = rows.filter((row) => row.terms.nearest && resultOf(row, derived) !== null).map(({ id }) => id);
  const everybody = groupBy(await questions.findAnswers(deps.db, nearest), ofQuestion);
  const events = groupBy(logged, ofQuestion);
  const items = rows.map((row): TippingQuestion => {
    const answer = mine.get(row.id);
    const result = resultOf(row, derived);
    const isOpen = row.closed_at === null && row.deadline > now;
    return {
      ...row.terms,
      ...{ id: row.id, season: row.season, deadline: row.deadline.toISOString() },
      ...catalogue(row),
      changeable_until: changeableUntil(row).toISOString(),
      state: isOpen ? 'open' : result ? 'decided' : 'closed',
      mine: answer ? { values: answer.answer, answered_at: answer.answered_at.toISOString() } : null,
      result: result && { values: [...result], origin: row.result ? 'entered' : 'derived' },
      derived: row.closed_at === null ? null : asList(derived.get(row.id)),
      scored: answer && result ? scoreAnswer(answer.answer, termsOf(row, result, everybody.get(row.id) ?? [])) : null,
      events: (events.get(row.id) ?? []).map(({ at, by, terms, deadline, result: entered }) => ({
        ...{ at: at.toISOString(), by, terms, deadline: deadline?.toISOString() ?? null, result: entered },
      })),
    };
  });
  const [open, over] = [items.filter(({ state }) => state === 'open'), items.filter(({ state }) => state !== 'open')];
  return { items: [...open, ...over.reverse()], server_time: now.toISOString() };
}

const asList = (values: readonly BonusValue[] | undefined) => (values ? [...values] : null);

const changeableUntil = ({ asked_at, deadline }: Pick<questions.QuestionRow, 'asked_at' | 'deadline'>): Date =>
  new Date(Math.min(asked_at.getTime() + CHANGE_MINUTES * MINUTE_MS, deadline.getTime()));

/** Returns what follows from matches of the questions that have closed. */
export async function derivedOf(deps: Deps, group: GroupRow, rows: readonly questions.QuestionRow[]) {
  const closed = rows.filter(({ closed_at, terms }) => closed_at !== null && terms.text === null);
  const needsMatches = closed.some(({ terms }) => terms.kind === 'number');
  return derivedResults(deps.db, group, closed, needsMatches ? await findGroupMatches(deps.db, group, deps.now()) : []);
}

/** Returns the league and the teams of a question, as they are shown. */
async function catalogueOf(db: Db, rows: readonly questions.QuestionRow[]) {
  const ids = [...new Set(rows.flatMap(({ league_id }) => league_id ?? []))];
  const leagues = ids.length === 0 ? [] : await db.selectFrom('leagues').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(leagues.map((league) => [league.id, leagueRef(league)]));
  const teams = new Map<string, TeamRef[]>();
  const keyOf = ({ league_id, season }: Pick<questions.QuestionRow, 'league_id' | 'season'>) => `${league_id} ${season}`;
  const isAboutTeams = ({ terms }: questions.QuestionRow) => terms.kind === 'team' || terms.kind === 'teams';
  for (const row of rows.filter(isAboutTeams)) {
    const key = keyOf(row);
    if (!teams.has(key))
      teams.set(
        key,
        (await findTeamRefs(db, row.league_id!, row.season!)).sort((a, b) => (a.name < b.name ? -1 : 1)),
      );
  }
  return (row: questions.QuestionRow) => ({
    league: row.league_id === null ? null : byId.get(row.league_id)!,
    teams: isAboutTeams(row) ? teams.get(keyOf(row))! : [],
  });
}

const teamIds = async (db: Db, { league_id, season }: Pick<questions.QuestionRow, 'league_id' | 'season'>): Promise<Set<number>> =>
  new Set(league_id === null || season === null ? [] : (await findTeamRefs(db, league_id, season)).map(({ id }) => id));

type Sent = ParsedInputOf<typeof askTippingQuestion>['asked'];

/** Returns a question as it is stored. Throws `invalid_payload` for what cannot be answered or comes too late, `name_misleading`. */
async function checked(db: Db, group: GroupRow, { league_id, deadline, ...terms }: Sent, now: Date): Promise<questions.Asked> {
  const wrong = (field: string) => new AppError('invalid_payload', { field });
  if (terms.text !== null) validateName(terms.text, 'text');
  for (const choice of terms.choices) validateName(choice, 'choices');
  const until = new Date(deadline);
  if (until <= now || until.getTime() > now.getTime() + DEADLINE_DAYS_MAX * DAY_MS) throw wrong('deadline');
  const league =
    league_id === null ? null : await db.selectFrom('leagues').select('current_season').where('id', '=', league_id).executeTakeFirst();
  if (league === undefined) throw wrong('league_id');
  const asked: questions.Asked = { terms, league_id, season: league?.current_season ?? null, deadline: until };
  if (terms.kind === 'team' || terms.kind === 'teams') {
    if ((await teamIds(db, asked)).size <= terms.picks) throw wrong('league_id');
  }
  if (terms.kind === 'number' && terms.text === null) {
    const scope = scopeOf(group, terms, await findGroupMatches(db, group, now));
    if (scope.length === 0) throw wrong(terms.day === null ? 'round' : 'day');
    // Else its answers could count goals that have fallen.
    const isBegun = scope.some(({ status, kickoffAt }) => isStarted(status) || (kickoffAt !== null && kickoffAt < until));
    if (isBegun) throw wrong('deadline');
  }
  return asked;
}

/** Asks a question. Throws `forbidden` for all but the owner, `too_many_questions`, and as `checked`. */
export const ask = (
  deps: Deps,
  userId: string,
  { group_id, asked: sent }: ParsedInputOf<typeof askTippingQuestion>,
): Promise<ReplyOf<typeof askTippingQuestion>> =>
  asOwner(deps, userId, group_id, async (db, group) => {
    const now = deps.now();
    const asked = await checked(db, group, sent, now);
    if ((await questions.countQuestions(db, group_id)) >= QUESTIONS_MAX) throw new AppError('too_many_questions', { max: QUESTIONS_MAX });
    const id = newId(deps);
    await questions.insertQuestion(db, { id, group_id, asked_at: now, ...asked });
    await questions.logEvent(db, id, { by: userId, at: now, asked });
    return { id };
  });

/**
 * Changes a question shortly after it was asked, and drops its answers. The time in which this is possible depends on nothing else, so that
 * nobody learns whether somebody has answered. Throws `question_fixed` after it, and as `checked`.
 */
export const change = (
  deps: Deps,
  userId: string,
  { group_id, question_id, asked: sent }: ParsedInputOf<typeof changeTippingQuestion>,
): Promise<Record<string, never>> =>
  asOwner(deps, userId, group_id, async (db, group) => {
    const now = deps.now();
    await holdClosing(db, group_id, 'closing');
    const known = await requireQuestion(db, group_id, question_id);
    if (known.closed_at !== null || changeableUntil(known) <= now) throw new AppError('question_fixed', { minutes: CHANGE_MINUTES });
    const asked = await checked(db, group, sent, now);
    await questions.replaceQuestion(db, question_id, asked);
    await questions.logEvent(db, question_id, { by: userId, at: now, asked });
    return {};
  });

/** Withdraws a question with its answers. Throws `question_closed` once they are shown: nobody takes back what turned out badly. */
export const withdraw = (
  deps: Deps,
  userId: string,
  { group_id, question_id }: ParsedInputOf<typeof withdrawTippingQuestion>,
): Promise<Record<string, never>> =>
  asOwner(deps, userId, group_id, async (db) => {
    await holdClosing(db, group_id, 'closing');
    const known = await requireQuestion(db, group_id, question_id);
    if (known.closed_at !== null || known.deadline <= deps.now()) throw new AppError('question_closed');
    await questions.deleteQuestion(db, question_id);
    return {};
  });

async function requireQuestion(db: Db, groupId: string, id: string): Promise<questions.QuestionRow> {
  const [known] = await questions.findQuestions(db, groupId, id);
  if (!known) throw new AppError('not_found');
  return known;
}

/**
 * Enters, changes or takes back the caller's answer. The moment at which the request arrived decides whether it is too late, however long it
 * then takes. Throws `question_closed`, `invalid_payload` for what the question cannot be answered with, `name_misleading`.
 */
export async function answer(
  deps: Deps,
  userId: string,
  { group_id, question_id, values }: ParsedInputOf<typeof answerTippingQuestion>,
): Promise<ReplyOf<typeof answerTippingQuestion>> {
  const judgedAt = deps.now();
  const { member } = await requireMember(deps, userId, group_id);
  await transact(deps, async (db) => {
    await holdClosing(db, group_id, 'entering');
    const known = await requireQuestion(db, group_id, question_id);
    if (known.closed_at !== null || known.deadline <= judgedAt) throw new AppError('question_closed');
    if (values !== null) {
      requireNames(known, values);
      if (!isPossibleAnswer(known.terms, values, await teamIds(db, known))) throw new AppError('invalid_payload', { field: 'values' });
    }
    await questions.storeAnswer(db, question_id, member.id, values, judgedAt);
  });
  return { judged_at: judgedAt.toISOString() };
}

/** Names of players are shown to others. */
function requireNames({ terms }: questions.QuestionRow, values: readonly BonusValue[]): void {
  if (terms.kind === 'player') for (const value of values) validateName(String(value), 'values');
}

/**
 * Enters the result of a question that has closed, corrects it, or takes back what was entered; the group sees each with who and when. Throws
 * `forbidden` for plain members, `question_open` before the deadline, `invalid_payload` for what cannot be its result.
 */
export async function setResult(
  deps: Deps,
  userId: string,
  { group_id, question_id, values }: ParsedInputOf<typeof setTippingQuestionResult>,
): Promise<Record<string, never>> {
  await requireMember(deps, userId, group_id);
  await questions.closeQuestions(deps, group_id, question_id);
  return asHelper(deps, userId, group_id, async (db, _, __, announce) => {
    const known = await requireQuestion(db, group_id, question_id);
    if (known.closed_at === null) throw new AppError('question_open');
    if (values !== null) {
      requireNames(known, values);
      if (!isPossibleResult(known.terms, values, await teamIds(db, known))) throw new AppError('invalid_payload', { field: 'values' });
    }
    if (JSON.stringify(values) === JSON.stringify(known.result)) return {};
    const now = deps.now();
    await questions.storeResult(db, question_id, values, userId, now);
    await questions.logEvent(db, question_id, { by: userId, at: now, result: values });
    announce(groupTopic(group_id), { t: 'refetch' });
    return {};
  });
}
