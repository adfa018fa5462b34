import type * as en from '#web/i18n/en/legal-privacy.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const privacy: Translation<typeof en.privacy> = {
  heading: 'Chính sách bảo mật',
  lead: 'Chúng tôi lưu gì về bạn, vì sao, trong bao lâu và ai xem được.',
  sections: {
    who: {
      title: 'Ai chịu trách nhiệm',
      controller: 'Chủ trang ghi ở trên quyết định cách dùng dữ liệu của bạn. Có câu hỏi nào, hãy liên hệ theo thông tin ở đó.',
    },
    kept: {
      title: 'Chúng tôi lưu gì',
      account: {
        profile: 'Email, tên người dùng, tên hiển thị, quốc gia, ngôn ngữ, múi giờ và mã băm của mật khẩu',
        given: 'Nếu bạn cung cấp: số điện thoại, địa chỉ ví hiện tại và trước đây, tài khoản Google hoặc Telegram',
        sign_in:
          'Nơi bạn đăng nhập: địa chỉ IP, quốc gia của địa chỉ đó, tên trình duyệt và một số ngẫu nhiên chúng tôi cấp cho trình duyệt',
        activity: 'Bạn vào trang ngày nào, từ mấy giờ đến mấy giờ',
      },
      play: {
        points: 'Dự đoán, mọi thay đổi về điểm, điểm danh và người đã mời bạn',
        withdrawals: 'Rút điểm: số điểm, số tiền, ví, liên hệ, quyết định và giao dịch trên TRON',
        limits: 'Giới hạn bạn đặt, đã dùng bao nhiêu, và thời gian nghỉ chơi',
        forecasts: 'Xác suất bạn đưa ra trong Giải đấu trí, và các nhóm bạn bè bạn tham gia',
      },
      other: {
        chat: 'Tin chat, báo cáo, những người bạn ẩn, cấm chat và khiếu nại, cùng quyết định của quản trị viên',
        favorites: 'Đội, giải và trận bạn theo dõi',
        push: 'Bạn muốn nhận thông báo gì, và địa chỉ đẩy của từng trình duyệt bạn cho phép',
        messages: 'Chúng tôi đã gửi email, tin nhắn hay tin Telegram cho bạn lúc nào',
        team: 'Ghi chú của chúng tôi về tài khoản, và nhật ký những gì chúng tôi thay đổi',
      },
      never: 'Chúng tôi không lưu thông tin thẻ hay ngân hàng, không có công cụ theo dõi, không quảng cáo.',
    },
    fraud: {
      title: 'Cách chúng tôi phát hiện gian lận',
      score:
        'Khi bạn rút điểm, chương trình tìm các tài khoản có vẻ cùng một nhóm: theo trình duyệt, địa chỉ IP, ví, hộp thư, lời mời, và ai thua điểm cho ai. Kết quả là một chỉ số kèm lý do.',
      people: 'Chỉ số này không tự quyết định điều gì. Nhân viên của chúng tôi quyết định, và bạn có thể yêu cầu xem lại.',
      automatic:
        'Có vài việc tự động. Khi một kết quả được sửa, yêu cầu rút đang xét bị từ chối và điểm về lại số dư. Một từ trong danh sách, hoặc {chat_reports_hide, number} báo cáo từ người dùng đáng tin, sẽ ẩn tin chat cho đến khi quản trị viên xem.',
    },
    why: {
      title: 'Căn cứ của chúng tôi',
      reasons: {
        contract: 'Hợp đồng: tài khoản, dự đoán, điểm, rút điểm, chat và Giải đấu trí',
        legitimate: 'Lợi ích chính đáng: an toàn, công bằng, giữ chat dễ chịu và chứng minh điểm trả là đúng',
        consent: 'Sự đồng ý: thông báo đẩy và Telegram. Bạn có thể rút lại trong cài đặt bất cứ lúc nào.',
        law: 'Nghĩa vụ theo luật: hồ sơ chi trả, và tự loại trừ ở nơi luật yêu cầu',
      },
    },
    time: {
      title: 'Lưu trong bao lâu',
      periods: {
        ip: 'Địa chỉ IP lúc đăng ký: {registration_ip_days, number} ngày',
        sessions: 'Phiên đăng nhập cùng địa chỉ IP: {session_days, number} ngày sau khi kết thúc',
        activity: 'Những ngày bạn vào trang: {activity_days, number} ngày',
        chat: 'Tin chat, và lệnh cấm chat đã hết hạn: {chat_days, number} ngày',
        messages:
          'Email và tin nhắn: nội dung đến khi gửi xong, việc đã gửi {message_days, number} ngày; thông báo {notification_days, number} ngày',
        push: 'Địa chỉ đẩy: đến khi bạn đăng xuất ở trình duyệt đó hoặc tắt đi',
        audit: 'Nhật ký thao tác của chúng tôi: {audit_years, number} năm',
        account: 'Những gì khác cho biết bạn là ai: đến khi bạn xóa tài khoản',
      },
      stays:
        'Dự đoán, thay đổi về điểm, khoản chi cùng giao dịch và lý do quyết định được giữ lại, vì số dư nào cũng được chứng minh từ đó. Sau khi bạn rời đi, chúng chỉ mang một mã số nội bộ.',
    },
    device: {
      title: 'Trên thiết bị của bạn',
      cookies: 'Cookie giữ đăng nhập, nhận ra trình duyệt trong một năm, và nhớ ngôn ngữ, giao diện, múi giờ.',
      storage:
        'Trình duyệt còn lưu phiên của bạn, những gì bạn theo dõi, mã mời trong {invite_link_days, number} ngày, tin chat viết dở và các trang để đọc khi mất mạng.',
      human: 'Việc xác minh bạn không phải robot chỉ là một phép tính nhỏ trong trình duyệt, không thu thập gì về bạn.',
    },
    others: {
      title: 'Ai làm việc cho chúng tôi',
      hosting:
        '{has_services, select, yes {Các công ty xử lý dữ liệu cho chúng tôi: {services}.} other {Chủ trang chưa nêu tên công ty lo máy chủ, email và tin nhắn. Hãy hỏi qua thông tin liên hệ ở trên.}}',
      mail: '{mail, select, yes {Dịch vụ email nhận địa chỉ email của bạn và nội dung chúng tôi viết cho bạn.} other {}}',
      sms: '{sms, select, yes {Dịch vụ tin nhắn nhận số điện thoại của bạn và mã.} other {}}',
      telegram:
        '{telegram, select, yes {Telegram, nếu bạn liên kết, nhận tin của bot chúng tôi và biết bạn dùng Matchpoint. Nếu trưởng nhóm đoán tỷ số liên kết một nhóm chat Telegram, cả nhóm chat đó xem được tên người dùng và điểm của mười người đứng đầu; các thành viên đều được cho biết.} other {}}',
      google:
        '{google, select, yes {Google, nếu bạn đăng nhập bằng Google, biết bạn dùng Matchpoint và cho chúng tôi tên và email của bạn.} other {}}',
      push: 'Dịch vụ đẩy của trình duyệt (Google, Apple, Mozilla hoặc Microsoft) chuyển thông báo. Nội dung được mã hóa cho trình duyệt của bạn.',
      geo: 'Chỉ khi cả bạn lẫn trình duyệt không chọn ngôn ngữ nào của chúng tôi, trình duyệt mới hỏi {geo} về quốc gia của địa chỉ IP. Các dịch vụ đó không biết bạn đang đọc trang nào.',
      country: 'Ngoài ra, chúng tôi tra quốc gia của địa chỉ IP trong một tệp của mình.',
      payouts: 'Khoản chi được ghi lên mạng TRON cùng địa chỉ ví của bạn và công khai mãi mãi. Chúng tôi không xóa được.',
    },
    abroad: {
      title: 'Dữ liệu ở nước khác',
      transfers:
        'Vài dịch vụ trong số này hoạt động ở nước khác, nơi luật có thể bảo vệ dữ liệu kém hơn. Hãy hỏi qua thông tin liên hệ ở trên xem dữ liệu của bạn nằm ở đâu và được bảo vệ thế nào.',
    },
    seen: {
      title: 'Ai xem được gì',
      public: {
        chat: 'Tất cả: những gì bạn viết trong chat của trận đấu, kèm tên người dùng và tên hiển thị. Trong nhóm đoán tỷ số là thành viên nhóm: lượt đoán và những gì bạn viết ở đó.',
        league: 'Tất cả: thứ hạng của bạn trong Giải đấu trí, kèm tên người dùng',
        receipts:
          'Tất cả: dự đoán của bạn trên biên lai, dưới bí danh, mỗi kèo một khác. Tên người dùng chỉ hiện nếu bạn bật trong <profile>hồ sơ</profile>.',
        friends: 'Thành viên nhóm bạn bè: tên người dùng và điểm của bạn trong nhóm',
        inviter: 'Người đã mời bạn: email được che gần hết, và lời mời có được tính không',
        programs:
          'Bất kỳ ai có khóa API, webhook hoặc địa chỉ lịch do bạn tạo: những gì bạn tạo chúng để dùng, như dự đoán, lượt đoán tỷ số hoặc các trận bạn theo dõi, cho đến khi bạn xóa',
      },
      team: 'Nhân viên của chúng tôi chỉ xem những gì cần để giúp bạn và giữ công bằng. Một số vai trò chỉ thấy một phần liên hệ của bạn, và thay đổi nào cũng được ghi lại.',
      else: 'Không gì khác được cho người khác xem. Chúng tôi không bao giờ bán dữ liệu.',
    },
    exclusion: {
      title: 'Nếu bạn tự loại trừ',
      marks:
        'Trong thời gian tự loại trừ, chúng tôi giữ mã băm (không đọc ngược được) của hộp thư, số điện thoại, ví, trình duyệt và tài khoản liên kết. Chúng được giữ cả khi bạn đã rời đi, để việc tự loại trừ áp dụng cho tài khoản mới, và bị xóa khi hết hạn.',
    },
    rights: {
      title: 'Quyền của bạn',
      copy: 'Bạn có thể <security>tải về mọi thứ chúng tôi lưu về bạn</security> ở trang bảo mật, và sửa thông tin trong <profile>hồ sơ</profile>.',
      delete:
        'Bạn cũng có thể <security>xóa tài khoản</security> ở đó. Sau {deletion_days, number} ngày, khi dự đoán và yêu cầu rút đã xong, chúng tôi xóa những gì cho biết bạn là ai. Điểm còn lại cũng mất.',
      more: 'Tùy nơi bạn sống, bạn còn có thể phản đối, hạn chế việc dùng dữ liệu hoặc mang dữ liệu đi. Hãy viết cho chúng tôi theo thông tin liên hệ ở trên.',
      complain: 'Bạn có thể khiếu nại với cơ quan bảo vệ dữ liệu nơi bạn sống.',
    },
    minors: {
      title: 'Trẻ vị thành niên',
      age: 'Matchpoint dành cho người từ {age_min, number} tuổi. Nếu bạn biết tài khoản của người nhỏ tuổi hơn, hãy viết cho chúng tôi: chúng tôi sẽ vô hiệu hóa.',
    },
    changes: {
      title: 'Thay đổi',
      date: 'Khi chính sách này thay đổi, ngày ở đầu trang cũng đổi.',
    },
  },
};
