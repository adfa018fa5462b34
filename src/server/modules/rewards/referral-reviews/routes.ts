import type { Hono } from 'hono';
import { decideInviteReview, listInviteReviews } from '#contract/referral-reviews.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as reviews from './service.ts';

export function inviteReviewsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listInviteReviews, (input) => reviews.list(deps, input));
  mount(app, deps, decideInviteReview, (input, admin, request) => reviews.decide(deps, admin, request, input));
}
