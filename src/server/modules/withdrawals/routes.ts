import type { Hono } from 'hono';
import { userEvidence } from '#contract/fraud-signals.ts';
import {
  batchFile,
  dissolveBatch,
  getBatch,
  importHashes,
  listBatches,
  listPayable,
  makeBatch,
  releasePayout,
  takeOverBatch,
} from '#contract/payout-batches.ts';
import { explainTreasuryTransfer, getTreasury, listTreasuryTransfers } from '#contract/treasury.ts';
import { checkWithdrawalWallet } from '#contract/wallet-check.ts';
import { addWithdrawalNote, assignWithdrawal, listReviews, withdrawalsFile } from '#contract/withdrawal-queue.ts';
import {
  approveWithdrawal,
  correctWithdrawalHash,
  getReview,
  markWithdrawalSent,
  rejectWithdrawal,
  returnWithdrawal,
  userWithdrawals,
} from '#contract/withdrawal-review.ts';
import { getRedeemable, listWithdrawals, requestRedeem, sendRedeemCode } from '#contract/withdrawals.ts';
import type { Deps } from '#server/deps.ts';
import { fileOf, importFile } from '#server/modules/withdrawals/batches/import.ts';
import * as batches from '#server/modules/withdrawals/batches/service.ts';
import { allEvidence } from '#server/modules/withdrawals/fraud-signals/service.ts';
import { approvalLimit, checkWallet, walletCheckLimit } from '#server/modules/withdrawals/payouts/wallet-check.ts';
import * as redeem from '#server/modules/withdrawals/requests/request.ts';
import * as withdrawals from '#server/modules/withdrawals/requests/service.ts';
import * as decide from '#server/modules/withdrawals/review/decide.ts';
import { withdrawalsFileLimit, withdrawalsTable } from '#server/modules/withdrawals/review/export.ts';
import * as reviews from '#server/modules/withdrawals/review/service.ts';
import * as work from '#server/modules/withdrawals/review/shared-work.ts';
import * as treasury from '#server/modules/withdrawals/treasury/service.ts';
import { mount } from '#server/platform/http/mount.ts';

export function withdrawalsRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getRedeemable, (_, user, request) => withdrawals.redeemable(deps, user, request));
  mount(app, deps, sendRedeemCode, (input, user, request) => redeem.sendRedeemCode(deps, user, input, request));
  mount(app, deps, requestRedeem, (input, user, request) => redeem.requestRedeem(deps, user, input, request));
  mount(app, deps, listWithdrawals, (input, user) => withdrawals.list(deps, user, input));
}

export function withdrawalReviewRoutes(app: Hono, deps: Deps): void {
  const fileLimit = withdrawalsFileLimit(deps);
  const checkLimit = walletCheckLimit(deps);
  const approvals = approvalLimit(deps);
  mount(app, deps, listReviews, (input, admin) => reviews.list(deps, admin, input), { fromReplica: true });
  // Mounted before the route with an id in the same place.
  mount(app, deps, withdrawalsFile, (input, admin, request) => withdrawalsTable(deps, fileLimit, admin, request, input));
  mount(app, deps, getReview, ({ id }, admin) => reviews.review(deps, admin, id));
  mount(app, deps, checkWithdrawalWallet, ({ id }, admin) => checkWallet(deps, checkLimit, admin, id));
  mount(app, deps, approveWithdrawal, (input, admin, request) => decide.approve({ deps, admin, request }, approvals, input));
  mount(app, deps, rejectWithdrawal, (input, admin, request) => decide.reject({ deps, admin, request }, input));
  mount(app, deps, markWithdrawalSent, (input, admin, request) => decide.markSent({ deps, admin, request }, input));
  mount(app, deps, returnWithdrawal, (input, admin, request) => decide.giveBack({ deps, admin, request }, input));
  mount(app, deps, correctWithdrawalHash, (input, admin, request) => decide.correctHash({ deps, admin, request }, input));
  mount(app, deps, assignWithdrawal, (input, admin, request) => work.assign({ deps, admin, request }, input));
  mount(app, deps, addWithdrawalNote, (input, admin, request) => work.addNote({ deps, admin, request }, input));
  mount(app, deps, userWithdrawals, (input) => reviews.listOfUser(deps, input));
}

export function payoutBatchRoutes(app: Hono, deps: Deps): void {
  // Mounted before the route with an id in the same place.
  mount(app, deps, listPayable, (input) => batches.payable(deps, input), { fromReplica: true });
  mount(app, deps, listBatches, (input) => batches.list(deps, input), { fromReplica: true });
  mount(app, deps, makeBatch, (input, admin, request) => batches.make({ deps, admin, request }, input));
  mount(app, deps, getBatch, async ({ id }) => ({ batch: await batches.whole(deps, deps.db, id) }));
  mount(app, deps, takeOverBatch, (input, admin, request) => batches.takeOver({ deps, admin, request }, input));
  mount(app, deps, dissolveBatch, (input, admin, request) => batches.dissolve({ deps, admin, request }, input));
  mount(app, deps, releasePayout, (input, admin, request) => batches.release({ deps, admin, request }, input));
  mount(app, deps, batchFile, ({ id }, admin, request) => fileOf({ deps, admin, request }, id));
  mount(app, deps, importHashes, (input, admin, request) => importFile({ deps, admin, request }, input));
}

export function treasuryRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, getTreasury, () => treasury.treasury(deps));
  mount(app, deps, listTreasuryTransfers, (input) => treasury.transfers(deps, input), { fromReplica: true });
  mount(app, deps, explainTreasuryTransfer, (input, admin, request) => treasury.explain({ deps, admin, request }, input));
}

export function evidenceRoutes(app: Hono, deps: Deps): void {
  mount(app, deps, userEvidence, ({ id }) => allEvidence(deps, id));
}
