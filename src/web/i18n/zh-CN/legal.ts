import type * as en from '#web/i18n/en/legal.ts';
import type { Translation } from '#web/i18n/translation.ts';
import { privacy } from './legal-privacy.ts';
import { responsible } from './legal-responsible.ts';
import { terms } from './legal-terms.ts';

export const legal: Translation<typeof en.legal> = {
  load_failed: '页面加载失败',
  contents: '本页内容',
  version: '第 {version} 版，{date}',
  date: '更新于 {date}',
  template: '本文为模板，须经律师审核后方可用于本站。',
  operator: {
    heading: '本站由谁经营',
    missing: '本站经营者尚未提供名称和联系方式。',
    name: '经营者',
    address: '通信地址',
    email: '邮箱',
    support: '客服',
    support_link: '联系客服',
    law: '适用法律',
    complaints: '未能解决的投诉',
  },
  terms,
  privacy,
  responsible,
};
