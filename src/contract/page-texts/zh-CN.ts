import type { descriptions as en, otherDescriptions as enOther, sharing as enSharing, titles as enTitles } from './en.ts';
import type { Translated } from './translated.ts';

export const titles: Translated<typeof enTitles> = {
  matches: '比赛',
  matches_on: '{date}比赛',
  matches_of: '{name} 赛程与赛果',
  match: '{home} 对 {away}',
  match_unknown: '比赛',
  leagues: '联赛',
  standings: '{league} 积分榜',
  draw: '{league} 对阵图',
  standings_unknown: '积分榜',
  track_record: '模型预测战绩',
  forecast_league: '预测联赛',
  bets: '我的预测',
  account: '账户',
  settings_profile: '个人资料设置',
  settings_security: '安全设置',
  settings_limits: '参与限额',
  sign_in: '登录',
  receipt: '竞猜结算单',
  not_me: '保护您的账户',
  outbox: '发件箱',
  terms: '服务条款',
  privacy: '隐私政策',
};

export const descriptions: Translated<typeof en> = {
  site: 'Matchpoint：即时比分、积分榜与积分预测。',
  matches: '足球即时比分、赛程与赛果，赔率和积分榜一页看全。在 Matchpoint 预测赛果，赢取积分。',
  matches_filtered: '{title}：即时比分、开赛时间、赛果与赔率。在 Matchpoint 预测赛果，赢取积分。',
  match: '{title}：即时比分、比赛事件、首发阵容、赔率对比与历史交锋。在 Matchpoint 预测赛果，赢取积分。',
  leagues: '按国家查看联赛、杯赛与锦标赛：积分榜、赛程、赛果和射手榜，尽在 Matchpoint。',
  standings: '{title}：近期战绩、赛程、赛果与射手榜，进球即时更新。',
  forecast_league: '无需投入的比赛预测：把 100% 分给各种结果，与模型、市场和好友一比高下。',
  track_record: '我们的预测准不准：每条预测赛前锁定、赛后评分，并与市场和大众对照，错的也不隐藏。',
};

export const otherDescriptions: Translated<typeof enOther> = {
  match: '{title}：即时比分、赔率对比与历史交锋。在 Matchpoint 预测赛果，赢取积分。',
  standings: '{title}：近期战绩、赛程与赛果，随比赛即时更新。',
  draw: '{title}：从首轮到决赛的全部对阵，附即时比分与赛果。',
};

export const sharing: Translated<typeof enSharing> = {
  statuses: {
    ns: '未开始',
    tbd: '时间待定',
    live: '进行中',
    h1: '上半场',
    ht: '中场休息',
    h2: '下半场',
    et: '加时赛',
    bt: '加时前休息',
    p: '点球大战',
    int: '比赛暂停',
    ft: '已结束',
    aet: '加时赛后结束',
    pen: '点球大战后结束',
    pst: '已延期',
    susp: '已中断',
    abd: '已腰斩',
    canc: '已取消',
    awd: '判定胜负',
    wo: '对手弃权',
    delayed: '推迟开赛',
    suspected_cancelled: '可能取消',
    overtime: '加时赛',
    break: '休息中',
    final: '已结束',
    after_overtime: '加时赛后结束',
    retired: '中途退赛',
    forfeit: '弃权',
  },
  penalties: '点球 {home}–{away}',
  tagline: '即时比分、积分榜与积分预测',
  picture: '{title}，Matchpoint',
};
