import type * as en from '#web/i18n/en/legal-privacy.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const privacy: Translation<typeof en.privacy> = {
  heading: '隐私政策',
  lead: '我们保存你的哪些信息、为什么、保存多久，以及谁能看到。',
  sections: {
    who: {
      title: '谁负责',
      controller: '上面列出的经营者决定如何处理你的数据。有任何疑问，请写信给该联系方式。',
    },
    kept: {
      title: '我们保存什么',
      account: {
        profile: '你的邮箱、用户名、昵称、国家或地区、语言和时区，以及密码的哈希值',
        given: '如果你提供：手机号、现在和以前的钱包地址，以及 Google 或 Telegram 账号',
        sign_in: '登录信息：IP 地址及其所属国家或地区、浏览器名称，以及我们分配给浏览器的随机编号',
        activity: '你的访问日期和时段',
      },
      play: {
        points: '你的竞猜、积分的每次变动、签到，以及谁邀请了你',
        withdrawals: '提现：积分、金额、钱包、联系方式、审核结果，以及 TRON 上的交易',
        limits: '你设定的限额及使用情况，以及停玩的时间',
        forecasts: '你在预测联赛中的概率，以及你加入的好友联盟',
      },
      other: {
        chat: '聊天消息、举报、你屏蔽的人、禁言与申诉，以及管理员的决定',
        favorites: '你关注的球队、联赛和比赛',
        push: '你想接收哪些通知，以及你允许的每个浏览器的推送地址',
        messages: '我们何时给你发过邮件、短信或 Telegram 消息',
        team: '工作人员对你账号的备注，以及他们所做更改的日志',
      },
      never: '我们不保存银行卡或银行账号信息，不使用跟踪器，也没有广告。',
    },
    fraud: {
      title: '我们如何发现作弊',
      score:
        '你申请提现时，程序会查找可能属于同一批人的账号：依据浏览器、IP 地址、钱包、邮箱、邀请关系，以及谁把积分输给了谁。结果是一个附带理由的分数。',
      people: '分数本身不作决定。由工作人员决定，你可以要求复核。',
      automatic:
        '有些事情会自动发生：更正赛果会拒绝正在审核的提现，并退还积分；命中词表或有 {chat_reports_hide, number} 位可信用户举报的聊天消息会先屏蔽，等待管理员查看。',
    },
    why: {
      title: '我们的依据',
      reasons: {
        contract: '合同：账号、竞猜、积分、提现、聊天和预测',
        legitimate: '正当利益：安全、公平、维护聊天秩序，以及证明派发无误',
        consent: '同意：推送和 Telegram 通知。你可以随时在设置中撤回。',
        law: '法定义务：付款记录，以及法律要求的自我限制',
      },
    },
    time: {
      title: '保存多久',
      periods: {
        ip: '注册时的 IP 地址：{registration_ip_days, number} 天',
        sessions: '登录会话及其 IP 地址：结束后 {session_days, number} 天',
        activity: '你的访问日期：{activity_days, number} 天',
        chat: '聊天消息，以及已结束的禁言：{chat_days, number} 天',
        messages: '邮件和短信：内容保存到发出为止，发送记录保存 {message_days, number} 天；通知保存 {notification_days, number} 天',
        push: '推送地址：到你在该浏览器退出登录或关闭推送为止',
        audit: '工作人员的操作日志：{audit_years, number} 年',
        account: '其他能表明你身份的内容：到你删除账号为止',
      },
      stays: '竞猜、积分变动、付款及其交易和审核结果会一直保存，因为每个余额都以此为凭。你离开后，它们只带有一个内部编号。',
    },
    device: {
      title: '在你的设备上',
      cookies: 'Cookie 用于保持登录、在一年内识别浏览器，并记住语言、主题和时区。',
      storage: '浏览器还保存你的会话、你的关注、{invite_link_days, number} 天内的邀请码、聊天草稿，以及供离线阅读的页面。',
      human: '人机验证是在你的浏览器中做一次小计算，不收集你的任何信息。',
    },
    others: {
      title: '哪些公司为我们处理数据',
      hosting:
        '{has_services, select, yes {为我们处理数据的公司：{services}。} other {经营者尚未列出提供托管、邮件和短信服务的公司，请向上述联系方式询问。}}',
      mail: '{mail, select, yes {邮件服务会得到你的邮箱，以及我们写给你的内容。} other {}}',
      sms: '{sms, select, yes {短信服务会得到你的手机号和验证码。} other {}}',
      telegram:
        '{telegram, select, yes {如果你绑定 Telegram，它会收到我们机器人的消息，并知道你使用 Matchpoint。如果猜比分小组的组长绑定了 Telegram 群聊，群里的人都能看到小组前十名的用户名和得分；小组成员会看到说明。} other {}}',
      google: '{google, select, yes {如果你用 Google 登录，它会知道你使用 Matchpoint，并把你的姓名和邮箱提供给我们。} other {}}',
      push: '通知由你浏览器的推送服务（Google、Apple、Mozilla 或 Microsoft）递送，内容为你的浏览器加密。',
      geo: '只有当你和你的浏览器都没有指定我们支持的语言时，浏览器才会向 {geo} 查询你 IP 地址所属的国家或地区。它们不知道你在看哪个页面。',
      country: '其他情况下，我们用自己的文件查询 IP 地址所属的国家或地区。',
      payouts: '付款会连同你的钱包地址写入 TRON 网络，并永久公开。我们无法删除。',
    },
    abroad: {
      title: '其他国家或地区的数据',
      transfers: '其中一些服务设在其他国家或地区，当地法律对数据的保护可能较弱。你的数据在哪里、如何受到保护，请向上述联系方式询问。',
    },
    seen: {
      title: '谁能看到什么',
      public: {
        chat: '任何人：你在比赛聊天中写的内容，附用户名和昵称。在猜比分小组里，组员看得到你猜的比分和写的内容。',
        league: '任何人：你在预测联赛中的名次，附用户名',
        receipts: '任何人：结算单上你的竞猜，每个玩法使用不同的化名。只有你在<profile>个人资料</profile>中打开后，才会显示用户名。',
        friends: '好友联盟的成员：你的用户名和你在其中的得分',
        inviter: '邀请你的好友：大部分打码的邮箱，以及邀请是否有效',
        programs:
          '持有你创建的 API 密钥、Webhook 或日历地址的人：你创建时选择的内容，例如你的竞猜、你猜的比分或你关注的比赛，直到你将其删除',
      },
      team: '工作人员只查看为你提供帮助和维护公平所需的信息。部分岗位只能看到打码的联系方式，所有更改都有日志。',
      else: '其他信息不会给别人看。我们从不出售数据。',
    },
    exclusion: {
      title: '如果你自我限制',
      marks:
        '自我限制期间，我们会保留你的邮箱、手机、钱包、浏览器和绑定账号的标记，这些标记无法还原。即使你离开，标记仍会保留，使自我限制同样适用于新账号；到期后删除。',
    },
    rights: {
      title: '你的权利',
      copy: '你可以在安全页面<security>下载我们保存的你的全部数据</security>，并在<profile>个人资料</profile>中更正信息。',
      delete:
        '你也可以在那里<security>删除账号</security>。{deletion_days, number} 天后，待未结算的竞猜和提现结束，我们会清除能表明你身份的内容，剩余积分清零。',
      more: '根据你所在的地区，你还可以反对或限制我们使用数据，或将数据带走。请写信给上述联系方式。',
      complain: '你可以向所在地的数据保护机构投诉。',
    },
    minors: {
      title: '未成年人',
      age: 'Matchpoint 仅供年满 {age_min, number} 周岁的人使用。如果你发现有未成年人的账号，请写信给我们，我们会停用。',
    },
    changes: {
      title: '变更',
      date: '本政策变更时，顶部的日期随之更新。',
    },
  },
};
