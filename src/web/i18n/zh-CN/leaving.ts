import type { leaving as en } from '#web/i18n/en/leaving.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const leaving: Translation<typeof en> = {
  heading: '您的数据',
  export_hint: '下载我们保存的您的全部数据：账户、设备、积分和投注，以 JSON 和 CSV 文件打包为 zip。',
  export: '下载我的数据',
  exported: '您的数据已下载。',
  export_failed: '无法下载您的数据。',
  delete_hint: '七天过后，删除的账户将无法恢复。',
  delete: '删除我的账户',
  delete_title: '要删除您的账户吗？',
  delete_lead: '删除后会发生以下情况。',
  delete_points: '您的积分将清零。如需提现，请先完成提现。',
  delete_bets: '未结束的投注会进行到底，不再接受新的投注。',
  delete_data: '您的姓名、地址、手机号、钱包和设备信息会被清除；积分账本保留记录，但不含姓名。',
  delete_grace: '您有七天时间改变主意：登录并选择保留账户即可。',
  delete_submit: '七天后删除我的账户',
  delete_cancel: '保留我的账户',
  delete_asked: '您的账户将于 {date} 删除。',
  keep_title: '要保留您的账户吗？',
  keep_lead: '您申请了删除账户。账户将于 {date} 清除，在此之前不能投注。',
  keep_submit: '保留我的账户',
  keep_later: '暂不',
  kept: '欢迎回来，您的账户已保留。',
};
