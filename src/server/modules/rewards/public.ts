export { findLastCheckIn } from './check-in/queries.ts';
export { checkInRoutes } from './check-in/routes.ts';
export { inviteReviewsRoutes } from './referral-reviews/routes.ts';
export { payInvites } from './referrals/rewards.ts';
export { invitesRoutes } from './referrals/routes.ts';
