export {
  carryExclusions,
  decideReview,
  endUnprovenExclusions,
  exclusionOf,
  purgeExclusionMarks,
  requirePlay,
  type Trait,
} from './exclusions.ts';
export { countOpenReviews, findOpenReviews, lockReview } from './review-queries.ts';
export { playLimitsRoutes } from './routes.ts';
