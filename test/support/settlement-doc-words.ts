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
    title: 'How contests are settled',
    lead: 'Every match has two contests. What becomes of a stake follows from the match’s status, the result, and the clock; the tables show it for a stake of {stake} points.',
    pool: '**Win, draw or lose is a pool.** All stakes go into it, and those who picked the winner share it in proportion to their stakes. The odds that are shown move with every stake and stand when the contest locks. The fee is {fee}%, and comes from losing stakes only.',
    fixed:
      '**1X2 is at fixed odds.** The odds are those at which a stake was taken, for each addition by itself, whatever they become later.',
    columns: { ending: 'What happens', statuses: 'Status', pool: 'Pool', fixed: 'Fixed odds' },
    all: 'In every sport',
    allLead:
      'While a contest waits, a new time opens it again with the new deadline, and play that resumes goes on to its result. A refund is the exact stake, and no loss. Settled and refunded are final, but for a corrected result.',
    own: 'By what is settled on',
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
      'Times count on our clock from the moment a status was first seen, and only while our source has confirmed the match within the last {blind}. While it is silent the contest stays locked: nothing is refunded because we were blind.',
    corrections: 'Corrected results',
    correctionsText:
      'A result that is corrected within {correction} is paid out anew, in both markets, once it has stood for {stable}. New winners are paid in full. What was paid wrongly is taken from the balance, then from points held for a withdrawal that nobody has decided; the rest is our loss. No balance goes below zero. An award after the end changes nothing.',
    rounding: 'Rounding',
    roundingText:
      'Everybody who was right gets the whole points of their exact share. The points that are left over go one each to the largest fractions; between equal ones to the earlier stake. So a pool is paid out to the point. Here {pool} points are in it, and three players were right:',
    share: { player: 'Player', stake: 'Stake', exact: 'Exact share', paid: 'Paid' },
    roundingFixed: 'At fixed odds each stake is multiplied by its odds and rounded down: {stake} at {odds} pay {paid}.',
  },
  'zh-CN': {
    language: '简体中文',
    title: '竞猜如何结算',
    lead: '每场比赛有两种竞猜。投入的积分如何处理，取决于比赛状态、赛果和时间；下表以投入 {stake} 积分为例。',
    pool: '**胜平负为奖池制**。所有投入进入奖池，猜中者按投入比例瓜分。显示的赔率随每次投入变动，锁定后不再改变。手续费为 {fee}%，只从未猜中的投入中收取。',
    fixed: '**1X2 为固定赔率**。赔率以每次投入时为准，追加的部分各按当时的赔率，之后变动不受影响。',
    columns: { ending: '情况', statuses: '状态', pool: '奖池', fixed: '固定赔率' },
    all: '所有项目',
    allLead:
      '等待期间，若公布新时间，竞猜按新的截止时间重新开放；若比赛恢复，则等到赛果。退还的是全部投入，不算输。除更正赛果外，结算和退还均为最终结果。',
    own: '按结算依据',
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
      '时间以我们的时钟为准，从首次看到该状态算起，且仅在数据源于最近{blind}内确认过该比赛时计时。数据源沉默期间竞猜保持锁定：不会因为我们收不到消息而退还。',
    corrections: '更正赛果',
    correctionsText:
      '赛果在{correction}内更正的，两种竞猜都会在新赛果保持{stable}不变后重新派发。新的猜中者全额派发。多发的积分先从余额扣回，再从尚未审核的提现中扣回，其余由我们承担。余额不会低于零。完赛后的改判不影响结算。',
    rounding: '取整',
    roundingText:
      '每位猜中者先得到应得份额的整数部分。剩余的积分逐一分给小数部分最大者；相同则投入较早者优先。这样奖池会一分不差地派完。例如奖池有 {pool} 积分，三人猜中：',
    share: { player: '玩家', stake: '投入', exact: '应得份额', paid: '派发' },
    roundingFixed: '固定赔率下，每笔投入乘以赔率后向下取整：以 {odds} 投入 {stake}，派发 {paid}。',
  },
  vi: {
    language: 'Tiếng Việt',
    title: 'Cách trả điểm',
    lead: 'Mỗi trận có hai loại dự đoán. Điểm đặt ra sao tùy vào trạng thái trận đấu, kết quả và thời gian; các bảng dưới đây tính cho {stake} điểm.',
    pool: '**Thắng / hòa / thua là quỹ chung.** Mọi điểm đặt vào quỹ, người đoán đúng chia nhau theo tỷ lệ đã đặt. Tỷ lệ hiển thị thay đổi theo từng lượt đặt và cố định khi khóa. Phí {fee}% chỉ lấy từ phần đặt sai.',
    fixed: '**1X2 là tỷ lệ cố định.** Tỷ lệ là tỷ lệ lúc đặt, mỗi lần đặt thêm tính riêng, dù sau đó thay đổi thế nào.',
    columns: { ending: 'Trường hợp', statuses: 'Trạng thái', pool: 'Quỹ', fixed: 'Tỷ lệ cố định' },
    all: 'Mọi môn thể thao',
    allLead:
      'Trong lúc chờ, nếu có giờ mới thì dự đoán mở lại đến hạn mới; nếu trận đấu tiếp tục thì chờ kết quả. Hoàn điểm là hoàn đúng số đã đặt, không tính là thua. Đã trả hoặc đã hoàn là cuối cùng, trừ khi kết quả được sửa.',
    own: 'Theo cách tính kết quả',
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
      'Thời gian tính theo đồng hồ của chúng tôi, từ lúc thấy trạng thái lần đầu, và chỉ khi nguồn tin đã xác nhận trận đấu trong {blind} gần nhất. Khi nguồn tin im lặng, dự đoán vẫn khóa: không hoàn điểm chỉ vì chúng tôi không thấy gì.',
    corrections: 'Sửa kết quả',
    correctionsText:
      'Kết quả được sửa trong vòng {correction} sẽ được trả lại ở cả hai loại, khi đã giữ nguyên {stable}. Người đoán đúng mới được trả đủ. Phần trả nhầm lấy lại từ số dư, rồi từ điểm đang giữ cho yêu cầu rút chưa duyệt; phần còn lại chúng tôi chịu. Không số dư nào xuống dưới không. Xử lại sau khi kết thúc không thay đổi gì.',
    rounding: 'Làm tròn',
    roundingText:
      'Mỗi người đoán đúng nhận phần nguyên của suất chính xác. Điểm còn dư chia từng điểm cho phần lẻ lớn nhất; bằng nhau thì ai đặt sớm hơn được trước. Nhờ vậy quỹ được trả hết, không thừa không thiếu. Ví dụ quỹ có {pool} điểm và ba người đoán đúng:',
    share: { player: 'Người chơi', stake: 'Đã đặt', exact: 'Suất chính xác', paid: 'Được trả' },
    roundingFixed: 'Với tỷ lệ cố định, mỗi lần đặt nhân với tỷ lệ rồi làm tròn xuống: {stake} ở {odds} được {paid}.',
  },
};
