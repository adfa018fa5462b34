export { calendarFeedsRoutes } from './calendar-feeds/routes.ts';
