import type { Hono } from 'hono';
import { checkIn, getOverview, pointsHistory, pointsHistoryFile, recalculatePoints } from '#contract/account.ts';
import { getInvite } from '#contract/referrals.ts';
import { decideInviteReview, listInviteReviews } from '#contract/user-reviews.ts';
import type { Deps } from '#server/deps.ts';
import { proveBalance } from '#server/modules/ledger/public.ts';
import { mount } from '#server/platform/http/mount.ts';
import { checkIn as collect } from './check-in/check-in.ts';
import { history, historyFile, historyFileLimit } from './history.ts';
import * as reviews from './referral-reviews/service.ts';
import * as invites from './referrals/service.ts';
import { overview } from './service.ts';

export function accountRoutes(app: Hono, deps: Deps): void {
  const fileLimit = historyFileLimit(deps);
  mount(app, deps, getOverview, (_, user) => overview(deps, user));
  mount(app, deps, pointsHistory, (input, user) => history(deps, user, input));
  mount(app, deps, pointsHistoryFile, (input, user) => historyFile(deps, fileLimit, user, input));
  mount(app, deps, recalculatePoints, (_, user) => proveBalance(deps, user.id));
}

export function invitesRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getInvite, (_, user) => invites.mine(deps, user));
}

export function inviteReviewsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listInviteReviews, (input) => reviews.list(deps, input), { fromReplica: true });
  mount(app, deps, decideInviteReview, (input, admin, request) => reviews.decide(deps, admin, request, input));
}

export function checkInRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, checkIn, (_, user, request) => collect(deps, user, request));
}
