import type { Hono } from 'hono';
import { checkIn } from '#contract/account.ts';
import { getInvite } from '#contract/referrals.ts';
import { decideInviteReview, listInviteReviews } from '#contract/user-reviews.ts';
import type { Deps } from '#server/deps.ts';
import { checkIn as collect } from '#server/modules/rewards/check-in/check-in.ts';
import * as reviews from '#server/modules/rewards/referral-reviews/service.ts';
import * as invites from '#server/modules/rewards/referrals/service.ts';
import { mount } from '#server/platform/http/mount.ts';

export function invitesRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getInvite, (_, user) => invites.mine(deps, user));
}

export function inviteReviewsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listInviteReviews, (input) => reviews.list(deps, input));
  mount(app, deps, decideInviteReview, (input, admin, request) => reviews.decide(deps, admin, request, input));
}

export function checkInRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, checkIn, (_, user, request) => collect(deps, user, request));
}
