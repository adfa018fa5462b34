export { countOpenReviews, findOpenReviews, lockReview } from './exclusion-queries.ts';
export {
  carryExclusions,
  decideReview,
  endUnprovenExclusions,
  exclusionOf,
  purgeExclusionMarks,
  requirePlay,
  type Trait,
} from './exclusions.ts';
export { readHelpLines } from './help-lines/help-lines.ts';
export { playLimitsRoutes } from './routes.ts';
