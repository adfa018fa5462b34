export { eraseEventNotes, noteFreeze } from './events/service.ts';
export { evidenceRoutes } from './fraud-signals/routes.ts';
export { type Rejection, rejectWithin } from './requests/end.ts';
export { lockPendingOf, type WithdrawalRow } from './requests/queries.ts';
export { withdrawalsRoutes } from './requests/routes.ts';
export { correctHashAsAgreed, returnAsAgreed } from './review/decide.ts';
export { withdrawalReviewRoutes } from './review/routes.ts';
