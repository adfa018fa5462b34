export { telegramWebhook } from '#server/modules/notifications/telegram-bot/updates-listener.ts';
export { addBetNews, addWithdrawalNews } from './news/news-queries.ts';
export { NOTIFICATION_JOBS } from './news/notification-jobs.ts';
export { resealVapidKey } from './news/vapid.ts';
export { notificationsRoutes, outboxRoutes, telegramRoutes } from './routes.ts';
export { purgeBindTokens } from './telegram-bot/binding.ts';
export { requireBotName } from './telegram-bot/service.ts';
export { startTelegram } from './telegram-bot/updates-listener.ts';
