import type { adminQuarantine as en } from '#web/i18n/en/admin-quarantine.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const adminQuarantine: Translation<typeof en> = {
  title: '隔离区',
  all_feeds: '全部数据源',
  all_kinds: '全部类型',
  failed: '无法加载被拒数据',
  none: '没有被拒的数据',
  times: '共告知 {times, number} 次',
  payload: '告知内容',
  first_seen: '首次告知：{when}',
  accept: '接受',
  drop: '丢弃',
  accept_title: '仍要采信？',
  accept_lead: '将按从未存疑处理；竞猜与页面随之更新。',
  drop_title: '搁置此条？',
  drop_lead: '无论再告知多少次都不会显示。',
  accepted: '已接受并生效。',
  accepted_unchanged: '已接受，但期间已自动更新：无变化。',
  dropped: '已搁置。',
};
