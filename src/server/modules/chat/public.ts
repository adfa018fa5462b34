export { findWaitingAppeals, findWaitingReports } from './moderation/report-queries.ts';
export { chatModerationRoutes } from './moderation/routes.ts';
export { eraseChatter, purgeChat } from './rooms/purge.ts';
export { chatRoutes } from './rooms/routes.ts';
export { createSendChat } from './rooms/send.ts';
export { followChats, postMatchEvents } from './rooms/service.ts';
