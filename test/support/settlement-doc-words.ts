import type { Locale } from '#domain/identity/locale.ts';

/** Text of docs/settlement.md around its tables; numbers in braces are filled in from the rules. */
export interface DocWords {
  language: string;
  title: string;
  lead: string;
  pool: string;
  fixed: string;
  columns: { ending: string; statuses: string; pool: string; fixed: string };
  all: string;
  allLead: string;
  own: string;
  kinds: Record<'regular_time' | 'football' | 'basketball' | 'tennis' | 'esports' | 'esports_draw', string>;
  clock: string;
  clockText: string;
  corrections: string;
  correctionsText: string;
  rounding: string;
  roundingText: string;
  share: { player: string; stake: string; exact: string; paid: string };
  roundingFixed: string;
}

export const DOC_WORDS: Record<Locale, DocWords> = {
  en: {
    language: 'English',
    title: 'How bets are settled',
    lead: 'You can bet on a match in two ways: in the pool, or at fixed odds. The status of the match, its result and the clock decide how your bet is settled. The tables show it for a stake of {stake} points.',
    pool: '**The pool.** All stakes go into one pool. The winners share it in proportion to their stakes. The odds shown move with every stake until betting closes. The fee is {fee}%, taken from losing stakes only.',
    fixed: '**Fixed odds.** You keep the odds at which you staked, however they move later. Each stake you add has its own odds.',
    columns: { ending: 'What happens', statuses: 'Status', pool: 'Pool', fixed: 'Fixed odds' },
    all: 'In every sport',
    allLead:
      'While a bet waits, a new start time opens betting again until then, and a match that resumes is played to its result. A refund is your exact stake and does not count as a loss. Settled and refunded are final unless the result is corrected.',
    own: 'By sport and league rule',
    kinds: {
      regular_time: 'Football, 90 minutes and stoppage time',
      football: 'Football, extra time included',
      basketball: 'Basketball',
      tennis: 'Tennis',
      esports: 'Esports with a winner',
      esports_draw: 'Esports whose series may end level',
    },
    clock: 'The clock',
    clockText:
      'Times count on our clock, from the moment we first saw a status. They count only while our data source has confirmed the match within the last {blind}. While it is silent, betting stays closed, and nothing is refunded because we had no data.',
    corrections: 'Corrected results',
    correctionsText:
      'If a result is corrected within {correction}, both the pool and fixed odds are settled again on the new result, once it has stood for {stable}. New winners are paid in full. What was paid wrongly is taken from the balance, then from points on hold for a withdrawal that is still under review; we bear the rest. No balance goes below zero. An award after the end changes nothing.',
    rounding: 'Rounding',
    roundingText:
      'Each winner gets the whole points of their exact share. Points left over go one each to the largest fractions, and between equal ones to the earlier stake, so the pool is paid out to the last point. Here the pool has {pool} points and three winners:',
    share: { player: 'Player', stake: 'Stake', exact: 'Exact share', paid: 'Paid' },
    roundingFixed: 'At fixed odds, each stake is multiplied by its odds and rounded down: {stake} at {odds} pays {paid}.',
  },
  'zh-CN': {
    language: '简体中文',
    title: '竞猜如何结算',
    lead: '每场比赛有两种玩法：奖池和固定赔率。竞猜如何结算，取决于比赛状态、赛果和时间。下表以投入 {stake} 积分为例。',
    pool: '**奖池**。所有投入进入同一奖池，猜中者按投入比例分奖池。显示的赔率随每笔投入变动，截止后不再变。手续费为 {fee}%，只从未中的投入中收取。',
    fixed: '**固定赔率**。赔率以投入时为准，之后怎么变都不影响。追加的每笔投入按当时的赔率算。',
    columns: { ending: '情况', statuses: '状态', pool: '奖池', fixed: '固定赔率' },
    all: '所有项目',
    allLead:
      '等待期间公布新时间的，竞猜重新开放到新的开赛时间；比赛恢复的，等到赛果。退还的是全部投入，不算未中。除非赛果更正，结算和退还都是最终结果。',
    own: '按项目和联赛规则',
    kinds: {
      regular_time: '足球，90 分钟及补时',
      football: '足球，含加时赛',
      basketball: '篮球',
      tennis: '网球',
      esports: '电竞，必有胜者',
      esports_draw: '电竞，系列赛可能打平',
    },
    clock: '计时',
    clockText:
      '时间以我们的时钟为准，从首次看到该状态算起，并且只在数据源最近{blind}内确认过该比赛时计时。数据源中断期间，竞猜保持截止状态，不会因为我们没有数据而退还。',
    corrections: '更正赛果',
    correctionsText:
      '赛果在{correction}内更正的，奖池和固定赔率都会在新赛果保持{stable}不变后重新结算。新的猜中者全额派发。多发的积分先从余额扣回，再从待审核提现冻结的积分中扣回，其余由我们承担。余额不会低于零。完赛后的改判不影响结算。',
    rounding: '取整',
    roundingText:
      '每位猜中者先得到应得份额的整数部分。剩下的积分逐一分给小数部分最大者，相同则投入较早者优先，这样奖池正好派完。例如奖池有 {pool} 积分，三人猜中：',
    share: { player: '玩家', stake: '投入', exact: '应得份额', paid: '派发' },
    roundingFixed: '固定赔率下，每笔投入乘以赔率后向下取整：以 {odds} 投入 {stake}，派发 {paid}。',
  },
  vi: {
    language: 'Tiếng Việt',
    title: 'Cách tính và trả điểm',
    lead: 'Mỗi trận có hai cách chơi: quỹ thưởng và tỷ lệ cố định. Dự đoán được tính theo trạng thái trận đấu, kết quả và thời gian. Các bảng dưới đây tính cho {stake} điểm.',
    pool: '**Quỹ thưởng.** Toàn bộ điểm đặt vào một quỹ, người trúng chia nhau theo điểm đã đặt. Tỷ lệ hiển thị thay đổi theo từng lượt đặt cho đến khi đóng kèo. Phí {fee}%, chỉ lấy từ điểm đặt trượt.',
    fixed: '**Tỷ lệ cố định.** Bạn giữ tỷ lệ lúc đặt, dù sau đó thay đổi thế nào. Mỗi lần đặt thêm có tỷ lệ riêng.',
    columns: { ending: 'Trường hợp', statuses: 'Trạng thái', pool: 'Quỹ thưởng', fixed: 'Tỷ lệ cố định' },
    all: 'Tất cả các môn',
    allLead:
      'Trong lúc chờ, nếu có giờ mới thì kèo mở lại đến giờ đó; nếu trận đấu tiếp tục thì chờ kết quả. Hoàn điểm là hoàn đúng số đã đặt, không tính là trượt. Đã trả hoặc đã hoàn là kết quả cuối cùng, trừ khi tỷ số được sửa.',
    own: 'Theo môn và quy định của giải',
    kinds: {
      regular_time: 'Bóng đá, 90 phút và bù giờ',
      football: 'Bóng đá, kể cả hiệp phụ',
      basketball: 'Bóng rổ',
      tennis: 'Quần vợt',
      esports: 'Thể thao điện tử, luôn có đội thắng',
      esports_draw: 'Thể thao điện tử, loạt trận có thể hòa',
    },
    clock: 'Đồng hồ',
    clockText:
      'Thời gian tính theo đồng hồ của chúng tôi, từ lúc thấy trạng thái lần đầu, và chỉ khi nguồn dữ liệu đã xác nhận trận đấu trong {blind} gần nhất. Khi nguồn dữ liệu gián đoạn, kèo vẫn đóng: không hoàn điểm chỉ vì chúng tôi không có dữ liệu.',
    corrections: 'Sửa kết quả',
    correctionsText:
      'Kết quả được sửa trong vòng {correction} thì cả quỹ thưởng và tỷ lệ cố định được tính lại theo kết quả mới, khi đã giữ nguyên {stable}. Người trúng mới được trả đủ. Phần trả nhầm lấy lại từ số dư, rồi từ điểm đang giữ cho yêu cầu rút chưa duyệt; phần còn lại chúng tôi chịu. Số dư không bao giờ âm. Xử lại sau khi kết thúc không thay đổi gì.',
    rounding: 'Làm tròn',
    roundingText:
      'Mỗi người trúng nhận phần nguyên của suất chính xác. Điểm còn dư chia từng điểm cho phần lẻ lớn nhất; bằng nhau thì ai đặt sớm hơn được trước. Nhờ vậy quỹ được trả hết đến điểm cuối cùng. Ví dụ quỹ có {pool} điểm và ba người trúng:',
    share: { player: 'Người chơi', stake: 'Điểm đặt', exact: 'Suất chính xác', paid: 'Được trả' },
    roundingFixed: 'Với tỷ lệ cố định, mỗi lần đặt nhân với tỷ lệ rồi làm tròn xuống: {stake} ở {odds} được {paid}.',
  },
};
