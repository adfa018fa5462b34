export { carryExclusions, decideReview, endUnprovenCare, exclusionOf, purgeExclusionMarks, requirePlay, type Trait } from './exclusions.ts';
export { countOpenReviews, findOpenReviews, lockReview } from './review-queries.ts';
export { careRoutes } from './routes.ts';
