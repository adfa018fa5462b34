import type { Hono } from 'hono';
import * as api from '#contract/v1/me.ts';
import type { Deps } from '#server/deps.ts';
import { mountOwn } from '#server/platform/http/mount-open.ts';
import * as me from './me.ts';

/** Registers what a key may read and do in its owner's name: data of their own, and tips. Nothing here stakes points. */
export function openApiMeRoutes(app: Hono, deps: Deps): void {
  mountOwn(app, deps, api.ownProfile, (_, caller) => me.profile(deps, caller));
  mountOwn(app, deps, api.ownBalance, (_, caller) => me.balance(deps, caller));
  mountOwn(app, deps, api.ownBets, (input, caller) => me.bets(deps, caller, input));
  mountOwn(app, deps, api.ownGroups, (_, caller) => me.groups(deps, caller));
  mountOwn(app, deps, api.ownGroupTable, (input, caller) => me.groupTable(deps, caller, input));
  mountOwn(app, deps, api.ownGroupMatches, (input, caller) => me.groupMatches(deps, caller, input));
  mountOwn(app, deps, api.putOwnTips, (input, caller) => me.putTips(deps, caller, input));
}
