export { findWaitingAppeals, findWaitingReports } from './report-queries.ts';
