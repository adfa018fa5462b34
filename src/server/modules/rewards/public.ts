export { findLastCheckIn } from '#server/modules/rewards/check-in/check-in.ts';
export { payInvites } from './referrals/rewards.ts';
export { checkInRoutes, inviteReviewsRoutes, invitesRoutes } from './routes.ts';
