import type * as en from '#web/i18n/en/legal-responsible.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const responsible: Translation<typeof en.responsible> = {
  heading: 'Chơi có trách nhiệm',
  lead: 'Dự đoán là để vui. Đây là cách giữ cho nó vui, và nơi giúp bạn khi không còn vui.',
  sections: {
    tools: {
      title: 'Công cụ của bạn',
      limits:
        'Giới hạn: chặn mức đặt hoặc mức thua trong ngày, tuần hay tháng. Hạ xuống có hiệu lực ngay, nâng lên phải chờ {loosening_hours, number} giờ.',
      time_out:
        'Nghỉ ngắn: {time_out_hours_min, number} giờ đến {time_out_days_max, number} ngày không dự đoán, điểm danh, mời bạn hay viết trong chat.',
      exclusion:
        'Tự loại trừ: {exclusion_months_min, number} tháng đến {exclusion_years_max, number} năm. Không ai rút ngắn được, kể cả chúng tôi. Áp dụng cho tất cả tài khoản chúng tôi nhận ra là của bạn.',
      reminder: 'Nhắc nhở: sau mỗi giờ chơi, chúng tôi cho bạn xem hôm nay đã đặt bao nhiêu và kết quả ra sao.',
      open: '<limits>Đặt giới hạn hoặc nghỉ một thời gian</limits>. Trong lúc nghỉ, bạn vẫn đăng nhập, xem trang và rút điểm.',
    },
    signs: {
      title: 'Dấu hiệu cần chú ý',
      list: {
        chasing: 'Bạn đặt nhiều hơn để gỡ lại',
        hiding: 'Bạn giấu chuyện đã đặt bao nhiêu điểm',
        mood: 'Bạn dự đoán để quên lo âu, hoặc bứt rứt khi không chơi',
        time: 'Bạn bỏ việc, bỏ học, mất ngủ hoặc xa người thân',
        money: 'Bạn vay tiền để chơi, hoặc tiêu lẹm vào tiền sinh hoạt',
      },
      act: 'Có điều nào giống bạn không? Hôm nay hãy nghỉ, và nói chuyện với người bạn tin hoặc với một dịch vụ dưới đây.',
    },
    tips: {
      title: 'Điều giúp ích',
      list: {
        before: 'Trước trận, quyết định sẽ đặt bao nhiêu và chơi bao lâu',
        loss: 'Thua thì dừng ở đó',
        calm: 'Đừng dự đoán khi buồn bực, mệt hoặc đã uống rượu',
        free: 'Thử <league>Giải đấu trí</league>: vẫn vui mà không đặt điểm',
        block:
          'Bạn còn chơi ở nơi khác? Nhiều nước cho bạn đăng ký tự loại trừ ở tất cả các trang được cấp phép. Các dịch vụ dưới đây sẽ chỉ cho bạn.',
      },
    },
    others: {
      title: 'Lo cho người thân?',
      talk: 'Nói điều bạn nhận thấy, đừng trách móc. Các dịch vụ dưới đây cũng giúp gia đình và bạn bè.',
      minors: 'Matchpoint chỉ dành cho người từ {age_min, number} tuổi. Đừng để trẻ em dùng thiết bị và tài khoản của bạn.',
    },
  },
};
