import type * as en from '#web/i18n/en/legal-terms.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const terms: Translation<typeof en.terms> = {
  heading: '服务条款',
  lead: '用大白话写的 Matchpoint 规则。注册账号即表示你同意这些规则。',
  sections: {
    points: {
      title: '积分',
      earn: '签到、邀请好友、猜中比赛都能获得积分。平台也可能发放积分，称为“平台发放”。',
      value: '积分不能购买、出售或转让，只能提现。',
      ledger: '积分的每次变动都在你的积分记录里。我们每天核对全部账目。',
    },
    who: {
      title: '谁可以参与',
      age: '你须年满 {age_min, number} 周岁。',
      account: '每人只能有一个账号，邮箱、手机和钱包须为本人所有。账号不得共用或出售。',
      law: '你所在的地区可能限制积分竞猜。请仅在当地法律允许时参与。',
      countries:
        '{stake_blocked_count, plural, =0 {目前我们没有屏蔽任何国家或地区，但你仍须遵守当地法律。} other {以下国家或地区不能参与竞猜：{stake_blocked}。我们按 IP 地址判断。}}',
      payouts: '{redeem_blocked_count, plural, =0 {} other {以下国家或地区不能提现：{redeem_blocked}。}}',
    },
    bets: {
      title: '提交竞猜',
      limits:
        '每次可投入 {stake_min, number} 至 {stake_max, number} 积分，同一场比赛的同一玩法累计不超过 {stake_contest_max, number} 积分。',
      final: '竞猜提交后不能撤销，也不能更换选项。截止前可以追加投入。',
      closing: '玩法在开赛时截止，以我们的时钟为准；比赛提前开始的，随即截止。',
      late: '实际开赛后提交的竞猜一律退还；事后才发现的，{correction_hours, number} 小时内也会退还。',
      own: '你为自己设定的限额优先。',
    },
    pool: {
      title: '奖池',
      share: '同一玩法的全部投入进入一个奖池，由猜中者按投入比例分享。',
      odds: '奖池赔率随每笔投入变化，直到截止。',
      fee: '{pool_fee_percent, plural, =0 {我们不从奖池收取手续费。} other {手续费为未中投入的 #%，猜中的投入不收费。}}',
      few: '{pool_participants_min, plural, =1 {} other {参与人数少于 # 人时，全部投入退还。}}',
      ends: '无一猜中时，全部投入退还；全部猜中时，各自取回投入。',
    },
    fixed: {
      title: '固定赔率',
      paid: '猜中时，派发投入乘以你提交时的赔率，向下取整。之后赔率再变也不影响。',
      moved: '提交过程中赔率变低的，我们会先征求你的同意；变高的，按更高的赔率成交。',
      margin:
        '我们参考博彩公司的赔率，并计入 {fixed_margin_percent, number}% 的利润率；数据更新较慢时为 {fixed_slow_margin_percent, number}%，赔率来自我们自己的模型预测时为 {fixed_forecast_margin_percent, number}%。在后两种情况下，每场最多投入 {fixed_weak_stake_max, number} 积分。',
      caps: '单笔竞猜最多派发 {bet_payout_max, number} 积分；同一场比赛的同一结果，所有竞猜合计最多派发 {match_liability_max, number} 积分。',
      suspended: '我们可随时暂停固定赔率，已提交的竞猜仍然有效。',
    },
    settling: {
      title: '结算依据',
      football: '足球：以 90 分钟及伤停补时的比分为准，加时赛和点球大战不计。',
      basketball: '篮球：以最终比分为准，包括加时赛。',
      tennis: '网球：以打完最后一分的胜者为准。球员退赛、被取消资格或未出场的，投入退还。',
      esports: '电竞：以系列赛胜者为准；系列赛可以打平的，平局也算结果。首图开始前弃权的，投入退还。',
      other: '联赛另有规则的，会在你提交之前于比赛页面注明。',
      receipt:
        '赛果保持 {score_stable_seconds, number} 秒不变后结算。{confirm_wait_minutes, plural, =0 {} other {有第二数据源的比赛，最多等它 # 分钟；两者不一致时人工核对。}}公开的结算单写明每笔派发是怎么算出来的。',
    },
    refunds: {
      title: '退还与更正',
      full: '退还的是你投入的全部积分，不算输。',
      cancelled: '比赛取消或一方弃权的，投入退还。',
      waiting: '比赛延期、中断或没有开始的，我们等待 {paused_hours, number} 小时；仍未开打且没有新时间的，投入退还。',
      moved:
        '比赛改期的，奖池竞猜在 {new_date_pool_days, number} 天内有效，固定赔率竞猜在 {new_date_fixed_hours, number} 小时内有效；超过则退还。',
      corrections:
        '赛果在 {correction_hours, number} 小时内更正的，重新结算，新的猜中者全额派发。多发的积分先从余额扣回；余额不够的，再从尚在审核的提现中扣回，该提现随之拒绝，其余积分退还给你。',
      zero: '你的余额不会低于零。',
    },
    rewards: {
      title: '签到与邀请',
      check_in:
        '每个 UTC 日可签到一次，获得 {check_in_min, number} 至 {check_in_max, number} 积分。积分在 {check_in_days, number} 天内递增，之后从头开始；漏签一天也从头开始。',
      invites:
        '用你的邀请码注册的好友达标后，你得 {inviter_reward, number} 积分，好友得 {invitee_reward, number} 积分。我们每天最多为 {invites_per_day, number} 位、每月最多为 {invites_per_month, number} 位好友向你发放（UTC）。',
      conditions:
        '达标条件：好友须验证邮箱，并在注册后 {invite_within_days, number} 天内，于 {invite_bet_days, number} 个不同日期有 {invite_bets, number} 笔竞猜结算，每笔至少有 {play_min, number} 积分承担输赢。',
      review:
        '与你共用浏览器、钱包或邮箱的邀请，或同一 IP 地址一周内新注册超过 {household_accounts_max, number} 个账号的邀请，我们会先审核，并可能拒绝。',
      play_through:
        '{play_through, select, on {本站有参与要求：平台给你的积分，以及从关联账号赢得的积分，须承担过一次风险才能提现。低于 {low_odds, number, odds} 的固定赔率不计。每笔竞猜都会写明计入多少。} other {本站没有参与要求：平台给你的积分与其他积分一样可以提现。}}',
    },
    withdrawals: {
      title: '提现',
      rate: '{points_per_usdt, number} 积分 = 1 USDT，发送到 TRON 网络的 TRC20 钱包。',
      limits:
        '提现须为 {redeem_step, number} 积分的整数倍，每次至少 {redeem_min, number} 积分，每个 UTC 日最多 {redeem_per_day, number} 积分，30 天内最多 {redeem_per_30_days, number} 积分。同一时间只能有一笔申请。',
      needs: '你需要在个人资料中填写钱包地址，验证邮箱或 Telegram，并输入我们发送的验证码。验证码 {code_minutes, number} 分钟内有效。',
      holds: {
        intro_password: '修改密码后：提现暂停 {hold_password_hours, number} 小时',
        wallet: '更换钱包地址后：提现暂停 {hold_wallet_hours, number} 小时',
        contact: '新增邮箱、手机、Google 或 Telegram 后：提现暂停 {hold_contact_hours, number} 小时',
        not_me: '你反馈“不是我本人操作”后：提现暂停 {hold_not_me_hours, number} 小时',
      },
      won: '{redeem_won_hours_min, plural, =0 {} other {最近 # 小时内赢得的积分暂时不能提现。}}',
      review:
        '每笔申请都会审核，通常在 {review_hours, number} 小时内完成。首次提现、超过 {redeem_one_reviewer_max, number} 积分、钱包启用不足 {redeem_wallet_days, number} 天，以及情况可疑的，须由两名工作人员一致同意。',
      reject: '有作弊迹象、无法确认钱包或身份，或违反本条款的，我们可能拒绝申请。我们会说明原因，积分退还到你的余额。',
    },
    appeals: {
      title: '如果你不同意我们的决定',
      withdrawal: '提现被拒：请写信给本页顶部的联系方式，注明用户名、日期以及你的理由。原因消除后，也可以重新申请。',
      account: '账号停用：你无法登录、竞猜和提现，尚未发送的提现会暂停。积分保留，未结算的竞猜照常结算。请写信给上述联系方式，要求复核。',
      mute: '聊天禁言：可以在原来写消息的位置申诉一次。',
      complaint: '其他投诉：请先写信给我们。无法达成一致的，可以找上面列出的投诉机构（如有）或法院。',
    },
    usdt: {
      title: 'USDT、TRON 与税',
      value: 'USDT 由另一家公司发行，可能贬值或不再被接受，我们无法避免。',
      network: 'TRON 转账可能需要时间，且无法撤销。请核对钱包地址：转到错误地址的款项无法找回。',
      public: 'TRON 永久公开。任何人都能看到每笔付款的金额、时间和钱包地址。',
      tax: '你所得的款项可能需要纳税，由你自行申报和缴纳。',
    },
    fair: {
      title: '公平参与',
      rules: {
        one: '不得注册多个账号，不得使用机器人',
        inside: '不得利用已知结果竞猜，不得竞猜自己参加的比赛',
        moving: '不得在账号之间转移积分，例如故意输掉竞猜',
      },
      checks: '我们会比对浏览器、IP 地址、钱包和竞猜来发现作弊。每个案例都由工作人员查看后决定。',
      result: '对违反这些规则的账号，我们可以拒绝奖励和提现，并停用账号。',
    },
    chat: {
      title: '聊天',
      open: '验证任一联系方式后，你可以在赛前和赛中发言。每条消息最多 {chat_text_max, number} 个字符，以你的用户名公开。',
      rules: '不得刷屏、辱骂、威胁或剧透，不得冒充 Matchpoint。',
      moderation:
        '你可以举报和屏蔽消息。{chat_reports_hide, number} 位可信用户举报后，消息先屏蔽，等待管理员查看。管理员可以移除消息、禁言账号，并说明原因。',
    },
    notifications: {
      title: '通知',
      choice: '推送和 Telegram 通知由你决定：<notifications>在设置中选择</notifications>。验证码、安全提醒和提现进展始终会发送。',
      late: '通知可能延迟或丢失，以网站显示为准。',
    },
    care: {
      title: '理性参与',
      tools: '你可以<limits>设定投入和亏损限额，或暂停一段时间</limits>。自我限制不能缩短，并适用于我们能识别出属于你的每个账号。',
      help: '如果竞猜不再让你开心，<responsible>这里可以帮到你</responsible>。',
    },
    service: {
      title: '服务及其限度',
      data: '比分、赔率和模型预测可能延迟或有误，不构成建议。',
      outages: '网站可能暂时无法访问或发生变化。我们可以暂停竞猜、提现或聊天。',
      liability: '在法律允许的范围内，我们不对延迟或错误的数据、网站中断，以及向你所填钱包地址的转账承担责任。你作为消费者的权利不受影响。',
      law: '经营者提供适用法律的，列在本页顶部。你所在国家或地区的法律给予你的强制保护仍然有效。',
      changes:
        '条款变更时，顶部的版本和日期随之更新。每个玩法沿用其开放时的手续费和结算规则。如果你不同意，可以提现积分并<security>删除账号</security>。',
    },
  },
};
