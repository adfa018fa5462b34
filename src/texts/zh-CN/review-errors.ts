export const reviewErrors = {
  one_hand: '须由另一位管理员批准：你和提交人视为同一人，因为用过同一浏览器，或 30 天内由同一位管理员创建账号。',
  own_interest: '须由另一位管理员决定：此事与你有利益关系。',
  asker_gone: '提交人已被停用、重置或更改角色，此申请不再有效，请拒绝。',
  approval_waiting: '此前已提交，正等待第二位管理员。',
  payout_confirmed: '链上已确认这笔提现已付款，不能再退还积分或更正交易。',
  payout_unclear: '已记录的交易仍可能支付这笔提现。请等待核验结束，或更正交易。',
  batch_held: '这个付款批次由另一位管理员持有，请先接手。',
  payout_batched: '这笔提现在一个付款批次中，请先将其移出。',
  wallet_unpayable:
    '不能批准：{fault, select, frozen {该钱包已被 USDT 发行方冻结} treasury {该钱包就是平台付款钱包} contract {该钱包是代币合约地址} other {该钱包不是有效的 TRC20 地址}}，付款会丢失。请拒绝这笔申请。',
  view_name_taken: '你已有同名视图。请换一个名称，或替换该视图。',
  too_many_views: '此列表最多保存 {max, number} 个视图。请先删除一个再保存。',
} as const;
