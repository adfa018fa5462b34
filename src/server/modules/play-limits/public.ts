export { countOpenReviews, findOpenReviews, lockReview } from './exclusion-queries.ts';
export {
  carryExclusions,
  decideReview,
  endUnprovenExclusions,
  exclusionOf,
  exclusionsOf,
  purgeExclusionMarks,
  requirePlay,
  requireTipping,
  type Trait,
} from './exclusions.ts';
export { readHelpLines } from './help-lines/help-lines.ts';
export { limitsOf } from './limits.ts';
export { playLimitsRoutes } from './routes.ts';
