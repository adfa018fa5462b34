import type { adminApprovals as en } from '#web/i18n/en/admin-approvals.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const adminApprovals: Translation<typeof en> = {
  failed: '复核事项加载失败',
  state_filter: '复核状态',
  states: { waiting: '待复核', all: '全部' },
  none: '没有等待第二位管理员的事项',
  none_yet: '还没有过需要复核的事项',
  withdrawals_waiting: '提现列表中有 {count, number} 笔等待第二位管理员批准。',
  see_withdrawals: '查看提现',
  kinds: {
    give: '给 <user></user> 增加 {points, number} 积分',
    take: '从 <user></user> 扣除 {points, number} 积分',
    settle: '按 {home, number}–{away, number} 结算竞猜',
    resettle: '按 {home, number}–{away, number} 重新结算竞猜',
    void: '作废竞猜：全部投入退回',
  },
  adjust_as: { manual_adjust: '作为充值', admin_adjust: '作为更正' },
  user_reads: '用户看到：“{note}”',
  moves: '涉及 {points, number} 积分',
  reason: '原因：{reason}',
  asked_by: '{email} 于 {when} 提出',
  decided: {
    approved: '{email} 于 {when} 同意',
    rejected: '{email} 于 {when} 拒绝',
  },
  decision_note: '备注：{note}',
  state: { waiting: '待复核', approved: '已同意', rejected: '已拒绝' },
  refusal: {
    same_reviewer: '这是您提出的，或涉及您自己的账户：须由另一位管理员决定。',
    forbidden: '您的角色无权决定此事项。',
    already_decided: '已有决定。',
  },
  approve: '同意',
  reject: '拒绝',
  approve_title: '同意并执行？',
  approve_lead: '将立即执行。',
  reject_title: '拒绝？',
  reject_lead: '不会执行。提出者可以再次提出。',
  done: { approve: '已同意并执行。', reject: '已拒绝。' },
};
