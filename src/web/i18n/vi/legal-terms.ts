import type * as en from '#web/i18n/en/legal-terms.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const terms: Translation<typeof en.terms> = {
  heading: 'Điều khoản',
  lead: 'Luật chơi của Matchpoint, viết cho dễ hiểu. Khi tạo tài khoản, bạn đồng ý với các điều này.',
  sections: {
    points: {
      title: 'Điểm',
      earn: 'Bạn có điểm khi điểm danh, mời bạn bè và đoán trúng. Matchpoint cũng có thể cộng điểm cho bạn.',
      value: 'Điểm không mua, không bán, không tặng được. Lối ra duy nhất là rút điểm.',
      ledger: 'Mọi thay đổi đều có trong lịch sử điểm. Chúng tôi kiểm tra toàn bộ sổ điểm mỗi ngày.',
    },
    who: {
      title: 'Ai được chơi',
      age: 'Bạn phải từ {age_min, number} tuổi trở lên.',
      account: 'Mỗi người một tài khoản, với email, số điện thoại và ví của chính mình. Không dùng chung, không bán.',
      law: 'Nơi bạn sống có thể hạn chế dự đoán bằng điểm. Chỉ chơi nếu luật ở đó cho phép.',
      countries:
        '{stake_blocked_count, plural, =0 {Hiện chúng tôi không chặn nước nào. Luật nơi bạn sống vẫn áp dụng.} other {Không nhận dự đoán tại: {stake_blocked}. Chúng tôi xét theo địa chỉ IP.}}',
      payouts: '{redeem_blocked_count, plural, =0 {} other {Không rút điểm được tại: {redeem_blocked}.}}',
    },
    bets: {
      title: 'Đặt dự đoán',
      limits:
        'Mỗi lần bạn đặt từ {stake_min, number} đến {stake_max, number} điểm, tối đa {stake_contest_max, number} điểm cho một kèo của một trận.',
      final: 'Đã đặt thì không hủy và không đổi lựa chọn. Khi kèo còn mở, bạn có thể đặt thêm.',
      closing: 'Kèo đóng đúng giờ bắt đầu theo đồng hồ của chúng tôi, hoặc sớm hơn nếu trận bắt đầu sớm.',
      late: 'Dự đoán đặt sau khi trận thực sự bắt đầu được hoàn điểm, kể cả khi chúng tôi biết muộn, trong vòng {correction_hours, number} giờ.',
      own: 'Giới hạn bạn tự đặt luôn được xét trước.',
    },
    pool: {
      title: 'Quỹ thưởng',
      share: 'Điểm đặt của một kèo vào chung một quỹ. Người đoán trúng chia quỹ theo tỷ lệ điểm đã đặt.',
      odds: 'Tỷ lệ của quỹ thay đổi theo từng lượt đặt cho đến khi kèo đóng.',
      fee: '{pool_fee_percent, plural, =0 {Chúng tôi không thu phí từ quỹ.} other {Phí là #% điểm đặt trượt. Điểm đặt trúng không mất phí.}}',
      few: '{pool_participants_min, plural, =1 {} other {Nếu ít hơn # người chơi, tất cả được hoàn điểm.}}',
      ends: 'Nếu không dự đoán nào trúng, tất cả được hoàn điểm. Nếu tất cả đều trúng, mỗi người nhận lại điểm đã đặt.',
    },
    fixed: {
      title: 'Tỷ lệ cố định',
      paid: 'Đoán trúng thì nhận điểm đặt nhân với tỷ lệ lúc đặt, làm tròn xuống. Sau đó tỷ lệ đổi thế nào cũng không ảnh hưởng.',
      moved: 'Nếu tỷ lệ giảm trong lúc bạn đặt, chúng tôi hỏi lại bạn. Nếu tăng, bạn được tỷ lệ cao hơn.',
      margin:
        'Tỷ lệ của chúng tôi theo nhà cái, cộng phần lời {fixed_margin_percent, number}%. Khi dữ liệu đến chậm, phần lời là {fixed_slow_margin_percent, number}%; khi tính từ dự đoán của mô hình, là {fixed_forecast_margin_percent, number}%. Trong hai trường hợp sau, bạn đặt tối đa {fixed_weak_stake_max, number} điểm một trận.',
      caps: 'Một dự đoán được trả tối đa {bet_payout_max, number} điểm. Với một kết quả của một trận, tất cả dự đoán cộng lại được trả tối đa {match_liability_max, number} điểm.',
      suspended: 'Chúng tôi có thể tạm khóa tỷ lệ cố định bất cứ lúc nào. Dự đoán đã đặt vẫn giữ nguyên.',
    },
    settling: {
      title: 'Tính kết quả thế nào',
      football: 'Bóng đá: tỷ số sau 90 phút và bù giờ. Hiệp phụ và luân lưu không tính.',
      basketball: 'Bóng rổ: tỷ số chung cuộc, kể cả hiệp phụ.',
      tennis: 'Quần vợt: người thắng điểm cuối cùng. Nếu tay vợt bỏ cuộc, bị loại hoặc không ra sân, điểm đặt được hoàn.',
      esports:
        'Esports: đội thắng loạt trận, hoặc hòa nếu loạt trận có thể hòa. Nếu một đội bỏ cuộc trước bản đồ đầu tiên, điểm đặt được hoàn.',
      other: 'Giải nào có luật khác, trang trận đấu ghi rõ trước khi bạn đặt.',
      receipt:
        'Chúng tôi trả thưởng khi kết quả giữ nguyên {score_stable_seconds, number} giây.{confirm_wait_minutes, plural, =0 {} other { Nếu có nguồn dữ liệu thứ hai, chúng tôi chờ nguồn đó tối đa # phút và tự kiểm tra khi hai nguồn khác nhau.}} Biên lai công khai cho biết từng khoản được tính ra sao.',
    },
    refunds: {
      title: 'Hoàn điểm và sửa kết quả',
      full: 'Hoàn điểm là trả lại đúng số đã đặt, không tính là thua.',
      cancelled: 'Nếu trận bị hủy hoặc một bên không thi đấu, điểm đặt được hoàn.',
      waiting:
        'Nếu trận hoãn, gián đoạn hoặc không bắt đầu, chúng tôi chờ {paused_hours, number} giờ. Hết hạn mà chưa thi đấu và chưa có giờ mới thì hoàn điểm.',
      moved:
        'Nếu trận dời ngày, dự đoán ở quỹ thưởng có hiệu lực trong {new_date_pool_days, number} ngày, dự đoán theo tỷ lệ cố định trong {new_date_fixed_hours, number} giờ. Quá hạn thì hoàn điểm.',
      corrections:
        'Nếu kết quả được sửa trong {correction_hours, number} giờ, chúng tôi trả thưởng lại và người mới trúng nhận đủ. Điểm trả nhầm lấy lại từ số dư trước. Nếu thiếu, lấy từ yêu cầu rút đang xét; yêu cầu đó bị từ chối và phần điểm còn lại trả về cho bạn.',
      zero: 'Số dư của bạn không bao giờ xuống dưới không.',
    },
    rewards: {
      title: 'Điểm danh và mời bạn',
      check_in:
        'Mỗi ngày UTC bạn điểm danh một lần, nhận {check_in_min, number} đến {check_in_max, number} điểm. Điểm tăng dần trong {check_in_days, number} ngày rồi bắt đầu lại; bỏ một ngày cũng bắt đầu lại.',
      invites:
        'Khi người bạn tham gia bằng mã của bạn đạt điều kiện, bạn nhận {inviter_reward, number} điểm và người đó nhận {invitee_reward, number} điểm. Chúng tôi trả cho bạn tối đa {invites_per_day, number} người một ngày và {invites_per_month, number} người một tháng (UTC).',
      conditions:
        'Để đạt điều kiện, bạn được mời phải xác nhận email. Trong {invite_within_days, number} ngày sau khi đăng ký, họ cần {invite_bets, number} dự đoán có kết quả vào {invite_bet_days, number} ngày khác nhau, mỗi dự đoán có ít nhất {play_min, number} điểm thực sự có thể thua.',
      review:
        'Chúng tôi xem lại các lời mời dùng chung trình duyệt, ví hay hộp thư, hoặc chung địa chỉ IP với hơn {household_accounts_max, number} tài khoản mới trong một tuần. Các lời mời đó có thể bị từ chối.',
      play_through:
        '{play_through, select, on {Có yêu cầu tham gia: điểm được tặng, hoặc thắng từ tài khoản có liên quan đến bạn, phải đem dự đoán một lần, thực sự có thể thua, rồi mới rút được. Tỷ lệ cố định dưới {low_odds, number, odds} không tính. Mỗi dự đoán ghi rõ đã tính bao nhiêu.} other {Không có yêu cầu tham gia: điểm được tặng rút được như điểm khác.}}',
    },
    withdrawals: {
      title: 'Rút điểm',
      rate: '{points_per_usdt, number} điểm là 1 USDT, gửi đến ví TRC20 trên mạng TRON.',
      limits:
        'Bạn rút theo bội số {redeem_step, number} điểm: ít nhất {redeem_min, number}, tối đa {redeem_per_day, number} một ngày UTC và {redeem_per_30_days, number} trong 30 ngày. Mỗi lúc chỉ một yêu cầu.',
      needs:
        'Bạn cần địa chỉ ví trong hồ sơ, email hoặc Telegram đã xác nhận, và mã chúng tôi gửi đến đó. Mã có hiệu lực {code_minutes, number} phút.',
      holds: {
        intro_password: 'Tạm dừng {hold_password_hours, number} giờ: sau khi đổi mật khẩu',
        wallet: 'Tạm dừng {hold_wallet_hours, number} giờ: sau khi đổi địa chỉ ví',
        contact: 'Tạm dừng {hold_contact_hours, number} giờ: sau khi thêm email, số điện thoại, Google hoặc Telegram',
        not_me: 'Tạm dừng {hold_not_me_hours, number} giờ: sau khi bạn báo “không phải tôi”',
      },
      won: '{redeem_won_hours_min, plural, =0 {} other {Điểm thắng trong # giờ gần nhất chưa rút được.}}',
      review:
        'Chúng tôi xét từng yêu cầu, thường trong {review_hours, number} giờ. Hai quản trị viên phải cùng đồng ý khi bạn rút lần đầu, rút hơn {redeem_one_reviewer_max, number} điểm, ví mới dưới {redeem_wallet_days, number} ngày, hoặc có dấu hiệu bất thường.',
      reject:
        'Chúng tôi có thể từ chối nếu có dấu hiệu gian lận, không xác nhận được ví hay danh tính, hoặc bạn vi phạm điều khoản. Chúng tôi nêu lý do, và điểm trở về số dư của bạn.',
    },
    appeals: {
      title: 'Nếu bạn không đồng ý',
      withdrawal:
        'Yêu cầu rút bị từ chối: hãy liên hệ theo thông tin ở đầu trang, ghi tên người dùng, ngày và vì sao bạn không đồng ý. Khi đã khắc phục, bạn cũng có thể gửi yêu cầu mới.',
      account:
        'Tài khoản bị vô hiệu hóa: bạn không đăng nhập, đặt dự đoán hay rút điểm được, và khoản rút chưa gửi bị tạm giữ. Điểm vẫn còn, dự đoán đang mở vẫn tính kết quả. Hãy liên hệ theo thông tin ở đầu trang để được xem lại.',
      mute: 'Bị cấm chat: bạn khiếu nại được một lần, ngay tại chỗ viết tin.',
      complaint:
        'Khiếu nại khác: hãy viết cho chúng tôi trước. Nếu không thống nhất được, bạn có thể đến nơi tiếp nhận khiếu nại ghi ở trên (nếu có) hoặc tòa án.',
    },
    usdt: {
      title: 'USDT, TRON và thuế',
      value: 'USDT do công ty khác phát hành. Nó có thể sụt giảm hoặc không còn được chấp nhận; chúng tôi không ngăn được điều đó.',
      network: 'Chuyển qua TRON có thể mất thời gian và không hủy được. Hãy kiểm tra địa chỉ ví: gửi nhầm là mất.',
      public: 'TRON công khai mãi mãi. Bất kỳ ai cũng xem được số tiền, thời gian và địa chỉ ví của mỗi khoản chi.',
      tax: 'Khoản nhận được có thể phải chịu thuế. Bạn tự khai và nộp.',
    },
    fair: {
      title: 'Chơi công bằng',
      rules: {
        one: 'Không lập nhiều tài khoản, không dùng phần mềm tự động',
        inside: 'Không đặt vào điều đã biết trước, không đặt vào trận mình tham gia',
        moving: 'Không chuyển điểm giữa các tài khoản, chẳng hạn cố ý thua',
      },
      checks:
        'Chúng tôi so trình duyệt, địa chỉ IP, ví và dự đoán để phát hiện gian lận. Nhân viên của chúng tôi xem từng trường hợp rồi mới quyết định.',
      result: 'Với tài khoản vi phạm, chúng tôi có thể từ chối thưởng, từ chối rút điểm và vô hiệu hóa tài khoản.',
    },
    chat: {
      title: 'Chat',
      open: 'Khi đã xác nhận một liên hệ, bạn viết được trước và trong trận. Mỗi tin tối đa {chat_text_max, number} ký tự và công khai dưới tên người dùng của bạn.',
      rules: 'Không spam, xúc phạm, đe dọa hay spoil. Không giả danh Matchpoint.',
      moderation:
        'Bạn có thể báo cáo và ẩn tin. {chat_reports_hide, number} báo cáo từ người dùng đáng tin sẽ ẩn tin cho đến khi quản trị viên xem. Quản trị viên có thể gỡ tin, cấm chat và nêu lý do.',
    },
    notifications: {
      title: 'Thông báo',
      choice:
        'Thông báo đẩy và Telegram là tùy bạn: <notifications>chọn trong cài đặt</notifications>. Mã, cảnh báo bảo mật và tin về rút điểm luôn được gửi.',
      late: 'Thông báo có thể trễ hoặc không đến. Hãy theo những gì trang hiển thị.',
    },
    care: {
      title: 'Chơi có trách nhiệm',
      tools:
        'Bạn có thể <limits>giới hạn điểm đặt và điểm thua, hoặc nghỉ một thời gian</limits>. Tự loại trừ không rút ngắn được, và áp dụng cho mọi tài khoản chúng tôi nhận ra là của bạn.',
      help: 'Nếu việc dự đoán không còn vui, <responsible>đây là nơi giúp bạn</responsible>.',
    },
    service: {
      title: 'Dịch vụ và giới hạn',
      data: 'Tỷ số, tỷ lệ và dự đoán của mô hình có thể trễ hoặc sai, và không phải lời khuyên.',
      outages: 'Trang có thể tạm ngừng hoặc thay đổi. Chúng tôi có thể tạm dừng dự đoán, rút điểm hoặc chat.',
      liability:
        'Trong phạm vi luật cho phép, chúng tôi không chịu trách nhiệm về dữ liệu trễ hay sai, về gián đoạn, hoặc về khoản chuyển đến địa chỉ ví bạn đã nhập. Quyền của người tiêu dùng vẫn giữ nguyên.',
      law: 'Luật áp dụng ghi ở đầu trang, nếu chủ trang đã cung cấp. Sự bảo vệ mà luật nước bạn bắt buộc vẫn có hiệu lực.',
      changes:
        'Khi điều khoản thay đổi, số bản và ngày ở đầu trang cũng đổi. Mỗi kèo giữ mức phí và cách tính kết quả lúc mở. Nếu không đồng ý, bạn có thể rút điểm và <security>xóa tài khoản</security>.',
    },
  },
};
