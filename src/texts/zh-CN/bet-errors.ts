export const betErrors = {
  stake_below_min: '最少投入 {min, number} 积分。',
  stake_above_max: '最多投入 {max, number} 积分。',
  option_required: '请先选一个选项。',
  insufficient_points: '积分不足。签到或邀请好友可获得积分。',
  contest_not_open: '该玩法暂时不可参与。',
  bet_pick_conflict: '你在这个玩法中已选了其他结果，只能继续追加。',
  round_not_over: '一轮结束后才能分享。',
  bet_not_won: '只有猜中的竞猜才能分享。',
  self_excluded: '你正在休息，{until} 前不能参与竞猜。',
  tipping_paused: '你已暂停猜比分和预测，{until} 恢复。',
  account_leaving: '你的账号即将删除。选择保留账号后才能继续参与。',
  limit_reached:
    '你的{period, select, day {每日} week {每周} other {每月}}{kind, select, loss {亏损} other {投入}}限额{left, plural, =0 {已用完} other {还剩 # 积分}}，{resets_at} 重置。',
  odds_changed: '赔率现为 {odds}，再点一次即接受。',
} as const;
