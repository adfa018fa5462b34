import type { Hono } from 'hono';
import { decideExclusionReview, listExclusionReviews } from '#contract/exclusion-reviews.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as reviews from './service.ts';

export function exclusionReviewsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, listExclusionReviews, (input) => reviews.list(deps, input));
  mount(app, deps, decideExclusionReview, (input, admin, request) => reviews.decide(deps, admin, request, input));
}
