import type * as en from '#web/i18n/en/help-lines.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const helpLines: Translation<typeof en.helpLines> = {
  heading: '赌博问题求助',
  lead: '和懂这件事的人聊聊。不确定自己有没有问题，也可以找他们。',
  country: '国家或地区',
  choose: '选择你的国家或地区',
  in_country: '{country}的求助服务',
  none: '暂未收录{country}的求助服务。以下服务各地都能用：',
  international: '世界各地',
  general: '适用于各种危机，包括赌博问题',
  always: '全天 24 小时',
  hours: '当地时间 {from}–{to}',
  languages: '语言：{languages}',
  checked: '核对于 {date}',
  call: '拨打{name}',
  website: '{name}的网站',
  load_failed: '求助服务加载失败',
  emergency: '正处在危险中？请立即拨打当地的紧急电话。',
  more: '了解理性参与',
};
