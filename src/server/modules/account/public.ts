export { historyOf } from './history.ts';
export { markRanks } from './rank-marks.ts';
export { payInvites } from './referrals/rewards.ts';
export { accountRoutes, checkInRoutes, inviteReviewsRoutes, invitesRoutes } from './routes.ts';
