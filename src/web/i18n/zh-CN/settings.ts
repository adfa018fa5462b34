import type { settings as en } from '#web/i18n/en/settings.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const settings: Translation<typeof en> = {
  sign_in_title: '登录后查看您的设置',
  sign_in_hint: '无需账户，也可在页面顶部选择语言和主题。',
  load_failed: '个人资料加载失败',
  profile_heading: '个人资料',
  looks_heading: '语言和主题',
  email: '邮箱',
  display_name: '昵称',
  handle: '公开名称',
  country: '国家或地区',
  time_zone: '时区',
  member_since: '注册时间',
  last_login: '上次登录',
  none: '未填写',
};
