import { z } from 'zod';
import {
  BONUS_POINTS_MAX,
  CHOICE_TEXT_MAX,
  CHOICES_MAX,
  PICKS_MAX,
  QUESTION_KINDS,
  QUESTION_TEXT_MAX,
  type QuestionTerms,
  questionFault,
  RESULT_MAX,
} from '#domain/tipping/bonus.ts';
import { ROUND_KEY_LENGTH_MAX } from '#domain/tipping/rounds.ts';
import { listOf, numericId, paging, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef, teamRef } from './matches.ts';

/** Bonus questions of one group, those that were decided among them. */
export const QUESTIONS_MAX = 50;
/** For so long after it was asked, a question can be changed; answers that were given before a change are dropped. */
export const CHANGE_MINUTES = 10;
/** How far ahead a deadline can be, in days. */
export const DEADLINE_DAYS_MAX = 400;

/** A team's id, a player's name, a number, or the index of a choice. */
const value = z.union([z.number().int().min(0).max(2_147_483_647), z.string().trim().min(1).max(60)]);
export type QuestionValue = z.infer<typeof value>;

/** What is asked: see `QuestionTerms` in src/domain/tipping/bonus.ts, whose names these are. */
const terms = {
  kind: z.enum(QUESTION_KINDS),
  /** Null: the kind says it, and the result is derived where it can be: champion, relegated teams, goals of a day or a round. */
  text: z.string().trim().min(1).max(QUESTION_TEXT_MAX).nullable().default(null),
  day: z.iso.date().nullable().default(null),
  round: z.string().min(1).max(ROUND_KEY_LENGTH_MAX).nullable().default(null),
  choices: z.array(z.string().trim().min(1).max(CHOICE_TEXT_MAX)).max(CHOICES_MAX).readonly().default([]),
  picks: z.number().int().min(1).max(PICKS_MAX).default(1),
  nearest: z.boolean().default(false),
  /** For each right value. */
  points: z.number().int().min(1).max(BONUS_POINTS_MAX),
};

const asked = z
  .strictObject({
    ...terms,
    league_id: numericId.nullable().default(null),
    /** Until when answers are taken. */
    deadline: timestamp,
  })
  .superRefine(({ league_id, deadline: _, ...of }, context) => {
    const fault = questionFault(of satisfies QuestionTerms, league_id !== null);
    if (fault) context.addIssue({ code: 'custom', path: [fault], message: 'contradicts the rest' });
  });
export type AskedQuestion = z.input<typeof asked>;

/** `open`: answers are taken and hidden. `closed`: the group sees them. `decided`: there is a result, and points. */
export const QUESTION_STATES = ['open', 'closed', 'decided'] as const;

const shownTerms = z.object({
  kind: z.enum(QUESTION_KINDS),
  text: z.string().nullable(),
  day: z.string().nullable(),
  round: z.string().nullable(),
  choices: z.array(z.string()).readonly(),
  picks: z.number().int(),
  nearest: z.boolean(),
  points: z.number().int(),
});

/** Something that happened to a question, as every member sees it. */
const event = z.object({
  at: timestamp,
  /** Null if whoever did it is no member any more. */
  by: z.string().nullable(),
  /** Asked, or changed; null: it is about the result. */
  terms: shownTerms.nullable(),
  deadline: timestamp.nullable(),
  /** Null, if it is about the result: what was entered was taken back. */
  result: z.array(value).nullable(),
});

const question = shownTerms.extend({
  id: uuid,
  league: leagueRef.nullable(),
  season: z.string().nullable(),
  /** The teams that can be named, if it is about teams. */
  teams: z.array(teamRef),
  deadline: timestamp,
  /** Until when its owner can change it. */
  changeable_until: timestamp,
  state: z.enum(QUESTION_STATES),
  mine: z.object({ values: z.array(value), answered_at: timestamp }).nullable(),
  /** Null until it is known. Without values the question counts for nobody. */
  result: z.object({ values: z.array(value), origin: z.enum(['entered', 'derived']) }).nullable(),
  /** What was derived, also if something else was entered. */
  derived: z.array(value).nullable(),
  /** Of the caller's answer; null without a result or an answer. */
  scored: z.object({ right: z.number().int(), points: z.number().int() }).nullable(),
  /** What happened to it, the first first. */
  events: z.array(event),
});
export type TippingQuestion = z.infer<typeof question>;

const ofGroup = { group_id: uuid };
const ofQuestion = { ...ofGroup, question_id: uuid };

export const listTippingQuestions = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/questions',
  access: 'user',
  summary: "The bonus questions of a group with the caller's answers: open ones by deadline, then the others, the latest first",
  input: z.object(ofGroup),
  reply: z.object({ items: z.array(question), server_time: timestamp }),
});
export type TippingQuestions = z.infer<typeof listTippingQuestions.reply>;

export const askTippingQuestion = endpoint({
  method: 'POST',
  path: '/api/tipping/groups/:group_id/questions',
  access: 'user',
  status: 201,
  summary: 'Asks a bonus question (the group’s owner); `too_many_questions` at fifty',
  input: z.strictObject({ ...ofGroup, asked }),
  reply: z.object({ id: uuid }),
});

export const changeTippingQuestion = endpoint({
  method: 'PUT',
  path: '/api/tipping/groups/:group_id/questions/:question_id',
  access: 'user',
  summary: 'Changes a question within ten minutes of asking, and drops its answers (the group’s owner); `question_fixed` later',
  input: z.strictObject({ ...ofQuestion, asked }),
  reply: z.object({}),
});

export const withdrawTippingQuestion = endpoint({
  method: 'DELETE',
  path: '/api/tipping/groups/:group_id/questions/:question_id',
  access: 'user',
  summary: 'Withdraws a question with its answers until its deadline (the group’s owner); `question_closed` after it',
  input: z.object(ofQuestion),
  reply: z.object({}),
});

export const answerTippingQuestion = endpoint({
  method: 'PUT',
  path: '/api/tipping/groups/:group_id/questions/:question_id/answer',
  access: 'user',
  isTipping: true,
  summary: 'Answers a question, or changes or takes back the answer, until its deadline; `question_closed` after it',
  input: z.strictObject({
    ...ofQuestion,
    /** As many as the question asks for; null takes the answer back. */
    values: z.array(value).min(1).max(PICKS_MAX).nullable(),
  }),
  reply: z.object({ judged_at: timestamp }),
});

export const setTippingQuestionResult = endpoint({
  method: 'PUT',
  path: '/api/tipping/groups/:group_id/questions/:question_id/result',
  access: 'user',
  summary: 'Enters or corrects the result, which the group sees with who and when (owner and helpers); `question_open` before the deadline',
  input: z.strictObject({
    ...ofQuestion,
    /** Every value that is right; none: it counts for nobody. Null takes back what was entered, so that the derived result counts. */
    values: z.array(value).max(RESULT_MAX).nullable(),
  }),
  reply: z.object({}),
});

const answer = z.object({
  handle: z.string(),
  is_me: z.boolean(),
  values: z.array(value),
  answered_at: timestamp,
  /** Null without a result. */
  scored: z.object({ right: z.number().int(), points: z.number().int() }).nullable(),
});
export type QuestionAnswer = z.infer<typeof answer>;

export const listTippingAnswers = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/questions/:question_id/answers',
  access: 'user',
  summary:
    "Everybody's answers with the time of entry and what recomputes their points, once the question has closed (`answers_hidden` before)",
  input: z.object({ ...ofQuestion, ...paging }),
  reply: listOf(answer).extend({
    closed_at: timestamp,
    /** What each answer is scored by: `scoreAnswer` of src/domain/tipping/bonus.ts. Null without a result. */
    terms: z
      .object({
        kind: z.enum(QUESTION_KINDS),
        picks: z.number().int(),
        nearest: z.boolean(),
        points: z.number().int(),
        result: z.array(value).readonly(),
        /** How far the nearest of all answers is off, those of former members included. */
        off: z.number().int().min(0).nullable(),
      })
      .nullable(),
  }),
});
export type QuestionAnswers = z.infer<typeof listTippingAnswers.reply>;
