import type { Hono } from 'hono';
import {
  approveWithdrawal,
  correctWithdrawalHash,
  getReview,
  listReviews,
  markWithdrawalSent,
  rejectWithdrawal,
  returnWithdrawal,
  userWithdrawals,
  withdrawalsFile,
} from '#contract/withdrawal-review.ts';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/platform/http/mount.ts';
import * as decide from './decide.ts';
import { withdrawalsFileLimit, withdrawalsTable } from './export.ts';
import * as reviews from './service.ts';

export function withdrawalReviewRoutes(app: Hono, deps: Deps): void {
  const fileLimit = withdrawalsFileLimit(deps);
  mount(app, deps, listReviews, (input, admin) => reviews.list(deps, admin, input));
  // Mounted before the route with an id in the same place.
  mount(app, deps, withdrawalsFile, (input, admin, request) => withdrawalsTable(deps, fileLimit, admin, request, input));
  mount(app, deps, getReview, ({ id }, admin) => reviews.review(deps, admin, id));
  mount(app, deps, approveWithdrawal, (input, admin, request) => decide.approve({ deps, admin, request }, input));
  mount(app, deps, rejectWithdrawal, (input, admin, request) => decide.reject({ deps, admin, request }, input));
  mount(app, deps, markWithdrawalSent, (input, admin, request) => decide.markSent({ deps, admin, request }, input));
  mount(app, deps, returnWithdrawal, (input, admin, request) => decide.giveBack({ deps, admin, request }, input));
  mount(app, deps, correctWithdrawalHash, (input, admin, request) => decide.correctHash({ deps, admin, request }, input));
  mount(app, deps, userWithdrawals, (input) => reviews.listOfUser(deps, input));
}
