import type { Locale } from '#domain/identity/locale.ts';
import { pickOne, type Random } from './seeded-random.ts';

/** When a line is written: before the match, while it is played, or late in it. */
export type ChatMood = 'before' | 'begun' | 'middle';

/** What the demo's users say, in the language of each room. None of it is about what has happened: it is said of any match. */
const LINES: Record<Locale, Record<ChatMood, readonly string[]>> = {
  en: {
    before: [
      'Here early for once. Who else is watching?',
      'Line-ups look fair to me.',
      'I put a little on the draw. Do not laugh.',
      'The model is too sure about this one, I think.',
      'Good evening from the sofa.',
      'I have lost on these two before. Not today.',
    ],
    begun: [
      'Here we go.',
      'Quick start from both.',
      'Anyone else nervous already?',
      'Nice tempo so far.',
      'Come on!',
      'My stream is a minute behind, no spoilers please.',
    ],
    middle: [
      'This can still go either way.',
      'They need fresh legs.',
      'The chances bar has not stopped moving.',
      'I would take this result now.',
      'Great match to watch, whatever happens.',
      'Watch the last ten minutes, they always come alive then.',
    ],
  },
  'zh-CN': {
    before: [
      '今天来得早，还有谁在看？',
      '首发看着挺合理。',
      '我押了一点平局，别笑。',
      '我觉得模型对这场太有把握了。',
      '晚上好，沙发已就位。',
      '这两队以前让我输过，今天不会了。',
    ],
    begun: ['开始了。', '双方开局都很快。', '有人也已经紧张了吗？', '节奏不错。', '加油！', '我这边直播慢一分钟，别剧透。'],
    middle: [
      '现在两边都有机会。',
      '该换人了。',
      '胜率条一直在动。',
      '现在这个结果我能接受。',
      '不管结果怎样，这场好看。',
      '看最后十分钟，他们总是那时候发力。',
    ],
  },
  vi: {
    before: [
      'Hôm nay vào sớm. Còn ai xem không?',
      'Đội hình ra sân có vẻ hợp lý.',
      'Mình đặt một chút vào cửa hòa, đừng cười nhé.',
      'Mình thấy mô hình hơi quá tự tin trận này.',
      'Chào buổi tối từ ghế sofa.',
      'Hai đội này từng làm mình thua. Hôm nay thì không.',
    ],
    begun: [
      'Bắt đầu rồi.',
      'Hai bên vào trận nhanh thật.',
      'Có ai hồi hộp giống mình không?',
      'Nhịp độ ổn đấy.',
      'Cố lên!',
      'Bên mình chậm một phút, đừng tiết lộ nhé.',
    ],
    middle: [
      'Trận này vẫn chưa biết thế nào.',
      'Cần thay người rồi.',
      'Thanh cơ hội nhảy liên tục.',
      'Kết quả lúc này mình chấp nhận được.',
      'Trận hay, kết quả sao cũng được.',
      'Chờ mười phút cuối, lúc đó họ luôn bùng lên.',
    ],
  },
};

/** Draws a line for a room. */
export const lineFor = (random: Random, locale: Locale, mood: ChatMood): string => pickOne(random, LINES[locale][mood]);
