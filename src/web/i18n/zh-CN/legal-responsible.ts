import type * as en from '#web/i18n/en/legal-responsible.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const responsible: Translation<typeof en.responsible> = {
  heading: '理性参与',
  lead: '竞猜应该是开心的事。这里有保持理性的办法，也有需要时的帮助。',
  sections: {
    tools: {
      title: '你的工具',
      limits: '限额：限制一天、一周或一个月的投入或亏损。调低立即生效，调高要等 {loosening_hours, number} 小时。',
      time_out:
        '短期停玩：{time_out_hours_min, number} 小时至 {time_out_days_max, number} 天，期间不能竞猜、签到、邀请，也不能在聊天中发言。',
      exclusion:
        '自我限制：{exclusion_months_min, number} 个月至 {exclusion_years_max, number} 年。连我们也不能缩短，并适用于我们能识别出属于你的每个账号。',
      reminder: '提醒：每玩一小时，我们会显示你今天的投入和输赢。',
      open: '<limits>设定限额或休息一下</limits>。休息期间，你仍可登录、浏览和提现。',
    },
    signs: {
      title: '警示信号',
      list: {
        chasing: '为了追回输掉的积分而加大投入',
        hiding: '隐瞒自己竞猜了多少',
        mood: '靠竞猜忘掉烦恼，不玩就坐立不安',
        time: '耽误工作、学习、睡眠或与人相处',
        money: '借钱，或者花掉了生活所需的钱',
      },
      act: '有没有一条说中了你？今天就休息一下，找信任的人聊聊，或联系下面的服务。',
    },
    tips: {
      title: '有用的做法',
      list: {
        before: '赛前先定好投入多少、玩多久',
        loss: '输了就到此为止',
        calm: '心情不好、疲惫或喝酒后不要竞猜',
        free: '试试<league>预测联赛</league>：同样有趣，没有投入',
        block: '也在其他平台玩？许多国家和地区有统一的自我禁入登记，下面的服务可以告诉你怎么办。',
      },
    },
    others: {
      title: '担心身边的人？',
      talk: '说出你看到的情况，不要责备。下面的服务也帮助家人和朋友。',
      minors: 'Matchpoint 仅供年满 {age_min, number} 周岁的人使用。请不要让孩子接触你的设备和登录信息。',
    },
  },
};
