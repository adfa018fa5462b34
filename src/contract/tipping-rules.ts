import { z } from 'zod';
import { ROUND_KEY_LENGTH_MAX } from '#domain/tipping/rounds.ts';
import {
  DEADLINES,
  DEFAULT_TIPS,
  FACTOR_MAX,
  JOKERS_MAX,
  POINTS_MAX,
  rulesFault,
  TIE_BREAKERS,
  type TippingRules,
  WEIGHTS_MAX,
} from '#domain/tipping/rules.ts';
import { HITS } from '#domain/tipping/score-tips.ts';
import { SCORE_BASES } from '#domain/tipping/tip.ts';
import { timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

const worth = z.number().int().min(0).max(POINTS_MAX);
const factor = z.number().int().min(1).max(FACTOR_MAX);

/** The rules of a group: see src/domain/tipping/rules.ts, whose names these are. */
export const tippingRules = z
  .strictObject({
    points: z.strictObject({ exact: worth, difference: worth, close: worth, tendency: worth, team: worth }),
    drawHasMargin: z.boolean(),
    quota: z.strictObject({ least: worth, most: worth }).nullable(),
    jokers: z.strictObject({ perRound: z.number().int().min(0).max(JOKERS_MAX), factor }),
    weights: z
      .record(z.string().min(1).max(ROUND_KEY_LENGTH_MAX), factor)
      .refine((weights) => Object.keys(weights).length <= WEIGHTS_MAX, { error: 'too many rounds' }),
    deadline: z.enum(DEADLINES),
    defaultTip: z.enum(DEFAULT_TIPS),
    basis: z.enum(SCORE_BASES),
    ties: z.array(z.enum(TIE_BREAKERS)).max(TIE_BREAKERS.length).readonly(),
  })
  .superRefine((rules: TippingRules, context) => {
    const fault = rulesFault(rules);
    if (fault) context.addIssue({ code: 'custom', path: [], message: fault });
  });

const ofGroup = { group_id: uuid };

export const setTippingRules = endpoint({
  method: 'PUT',
  path: '/api/tipping/groups/:group_id/rules',
  access: 'user',
  summary: 'Changes the rules for matches that have not closed yet (its owner); closed matches keep theirs, and the group sees the change',
  input: z.strictObject({ ...ofGroup, rules: tippingRules }),
  reply: z.object({ rules: tippingRules }),
});

/** A change of the rules, as every member sees it. */
const change = z.object({
  version: z.number().int(),
  rules: tippingRules,
  /** Null if whoever changed them is no member any more. */
  changed_by: z.string().nullable(),
  changed_at: timestamp,
});

/** What a tip was worth, step by step: `(base + sides) * joker * weight = points`. */
export const scoredTip = z.object({
  hit: z.enum(HITS),
  base: z.number().int(),
  quota: z.number().int().nullable(),
  sides: z.number().int(),
  joker: z.number().int(),
  weight: z.number().int(),
  points: z.number().int(),
});

export const getTippingRules = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/rules',
  access: 'user',
  summary: 'The rules of a group, and how they changed, the latest change first',
  input: z.object(ofGroup),
  reply: z.object({ rules: tippingRules, history: z.array(change) }),
});
export type TippingRulesHistory = z.infer<typeof getTippingRules.reply>;
