import type { outbox as en } from '#web/i18n/en/outbox.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const outbox: Translation<typeof en> = {
  heading: '发件箱',
  lead: '演示模式不会真正发送任何消息，本应发出的内容都在这里，所有人可见。',
  filter: '仅显示此收件人',
  load_failed: '发件箱加载失败',
  empty: '还没有消息',
  empty_hint: '注册账户或获取验证码，邮件几秒内就会出现在这里。',
  empty_for: '没有发给 {address} 的消息',
  empty_for_hint: '请检查地址是否与表单中填写的一致。',
  clear: '显示全部',
  email: '邮件',
  telegram: 'Telegram',
  sms: '短信',
  to: '收件人：{address}',
  copy_code: '复制验证码',
  code: '验证码',
  show: '查看',
  hide: '收起',
  view: '显示方式',
  text: '文本',
  html: '邮件效果',
  frame: '收件人看到的邮件',
  hint: '演示模式：请到<link>发件箱</link>查看消息。',
};
