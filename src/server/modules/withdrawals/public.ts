export { eraseEventNotes, noteFreeze } from './events/service.ts';
export { missingTron, tronOf, tronSettings } from './payouts/tron-settings.ts';
export { verifyPayouts } from './payouts/verify.ts';
export { type Rejection, rejectWithin } from './requests/end.ts';
export { lockPendingOf, type WithdrawalRow } from './requests/queries.ts';
export { correctHashAsAgreed, returnAsAgreed } from './review/decide.ts';
export { findFewWithdrawals } from './review/find-few.ts';
export { evidenceRoutes, payoutBatchRoutes, withdrawalReviewRoutes, withdrawalsRoutes } from './routes.ts';
