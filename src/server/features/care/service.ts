export {
  carryExclusions,
  decideReview,
  endUnprovenCare,
  excludeSelf,
  exclusionOf,
  purgeExclusionMarks,
  requirePlay,
  type Trait,
} from './exclusions.ts';
export { limitsOf, setLimit } from './limits.ts';
export { countOpenReviews, findOpenReviews, lockReview } from './review-queries.ts';
