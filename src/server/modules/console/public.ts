export { refreshListedBalances } from '#server/modules/console/users/list-queries.ts';
export { sendAlerts } from './alerts/send.ts';
export { performAgreed } from './approved-actions.ts';
export { purgeActivity, writeActivity } from './dashboard/activity.ts';
export { countDays } from './dashboard/counting.ts';
export { noticeSiteSettings } from './feature-flags/service.ts';
export { metricsListener } from './health/metrics.ts';
export {
  alertsRoutes,
  aliveRoutes,
  exclusionReviewsRoutes,
  healthRoutes,
  listViewsRoutes,
  operationsRoutes,
  overviewRoutes,
  switchesRoutes,
  usersRoutes,
} from './routes.ts';
