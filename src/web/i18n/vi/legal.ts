import type { legal as en } from '#web/i18n/en/legal.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const legal: Translation<typeof en> = {
  load_failed: 'Không tải được nội dung này',
  terms: {
    heading: 'Điều khoản',
    lead: 'Những quy tắc của Matchpoint, viết ngắn gọn. Khi tạo tài khoản, bạn đồng ý với các quy tắc này.',
    points_title: 'Điểm',
    points: 'Bạn nhận điểm khi điểm danh, mời bạn bè và dự đoán đúng. Điểm không thể mua, bán hay chuyển cho người khác.',
    who_title: 'Ai được tham gia',
    who: 'Người từ 18 tuổi trở lên, mỗi người một tài khoản với thông tin liên hệ của chính mình. Nơi bạn sống có thể có quy định về dự đoán tính điểm: chỉ tham gia nếu được phép.',
    stakes_title: 'Đặt điểm',
    stakes: 'Điểm đã đặt không rút lại được. Phần dự đoán đóng khi trận đấu bắt đầu. Người đoán đúng chia quỹ theo tỷ lệ điểm đã đặt.',
    settling_title: 'Kết quả được tính thế nào',
    settling:
      'Bóng đá tính tỷ số sau 90 phút và bù giờ; hiệp phụ và luân lưu không tính. Bóng rổ tính tỷ số cuối cùng, kể cả hiệp phụ. Quần vợt tính người thắng khi điểm cuối cùng đã đánh xong: nếu có người bỏ cuộc, bị loại hoặc không ra sân, điểm đặt được hoàn lại. Thể thao điện tử tính đội thắng loạt trận, hoặc kết quả hòa nếu loạt trận có thể hòa: nếu một đội bỏ cuộc trước ván đầu, điểm đặt được hoàn lại. Giải nào có quy tắc khác thì trang trận đấu ghi rõ trước khi bạn đặt điểm.',
    refunds_title: 'Hoàn điểm và điều chỉnh',
    refunds:
      'Khi trận đấu bị hủy, bỏ dở hoặc không diễn ra đúng hạn, điểm đặt được hoàn lại đầy đủ. Nếu kết quả được sửa trong vòng 72 giờ, số điểm đã trả cũng được sửa theo; số dư của bạn không bao giờ xuống dưới 0.',
    redeem_title: 'Đổi điểm',
    redeem:
      'Điểm có thể đổi lấy USDT theo bội số và hạn mức ghi ở trang tài khoản. Mỗi yêu cầu đều có người xem xét, thường trong vòng 24 giờ, và có thể bị từ chối: khi đó điểm được trả lại. Khoản đã chi đến ví bạn nhập sai không lấy lại được.',
    fair_title: 'Chơi công bằng',
    fair: 'Không lập nhiều tài khoản, không dùng phần mềm tự động, không đặt điểm vào điều đã biết trước. Tài khoản vi phạm có thể bị khóa.',
    care_title: 'Chơi có chừng mực',
    care: 'Bạn có thể giới hạn số điểm đặt và số điểm thua, và tạm nghỉ chơi. Không ai rút ngắn được thời gian tự loại trừ, và nó có hiệu lực với mọi tài khoản khác của bạn.',
    service_title: 'Dịch vụ',
    service:
      'Tỷ số, tỷ lệ và xác suất có thể chậm hoặc sai và không phải là lời khuyên. Đơn vị vận hành trang này có thể thay đổi dịch vụ và sẽ lưu giữ sổ điểm của bạn.',
  },
  privacy: {
    heading: 'Quyền riêng tư',
    lead: 'Chúng tôi lưu gì, trong bao lâu, và ai xem được.',
    kept_title: 'Những gì được lưu',
    kept: 'Email, tên bạn chọn, múi giờ, mã băm của mật khẩu, các dự đoán của bạn và mọi thay đổi về điểm; cùng số điện thoại, các địa chỉ ví hiện tại và trước đây, và tài khoản Google hoặc Telegram nếu bạn cung cấp. Khi bạn đăng nhập: địa chỉ IP và quốc gia của địa chỉ đó, tên trình duyệt, và một số ngẫu nhiên được cấp cho trình duyệt. Việc xác minh bạn là người chỉ là một phép tính nhỏ trong trình duyệt; không thông tin nào về bạn bị thu thập cho việc đó.',
    time_title: 'Trong bao lâu',
    time: 'Địa chỉ IP 90 ngày, phiên đã kết thúc 30 ngày, còn nội dung thư gửi bạn chỉ đến khi gửi xong. Lịch sử điểm được giữ chừng nào trang còn hoạt động, vì mọi số dư đều được chứng minh từ đó. Yêu cầu rút giữ lại số điểm, số tiền, quyết định và giao dịch; ví và liên hệ trong đó bị xóa khi bạn rời đi.',
    device_title: 'Trên thiết bị của bạn',
    device:
      'Cookie giúp duy trì đăng nhập, nhận ra trình duyệt trong một năm và ghi nhớ ngôn ngữ, giao diện. Trình duyệt còn lưu phiên của bạn, mã mời trong 30 ngày và lần cuối bạn thấy lời mời. Không có công cụ theo dõi, không có quảng cáo.',
    address_title: 'Nhận biết ngôn ngữ',
    address:
      'Chỉ khi bạn chưa chọn ngôn ngữ và trình duyệt không yêu cầu ngôn ngữ nào chúng tôi có, một dịch vụ công cộng mới được hỏi về quốc gia của địa chỉ IP. Dịch vụ đó không biết bạn đang xem trang nào.',
    care_title: 'Giới hạn và tạm nghỉ',
    care: 'Giới hạn bạn đặt và thời gian tạm nghỉ được lưu cùng tài khoản. Trong thời gian tự loại trừ, dấu đã xáo trộn của hộp thư, số điện thoại, ví, thiết bị và tài khoản liên kết được giữ lại, kể cả sau khi bạn rời đi, để việc đó cũng có hiệu lực với tài khoản mới.',
    leaving_title: 'Mang theo dữ liệu và rời đi',
    leaving:
      'Trong trang bảo mật, bạn có thể tải về mọi thứ chúng tôi lưu về bạn và xóa tài khoản. Bảy ngày sau, mọi thông tin cho biết bạn là ai sẽ bị xóa, và số điểm còn lại cũng mất.',
    seen_title: 'Ai xem được',
    seen: 'Người khác chỉ thấy tên công khai của bạn. Người bạn đã mời bạn thấy email đã được che bớt. Người vận hành trang chỉ xem những gì cần để hỗ trợ bạn và giữ cuộc chơi công bằng.',
  },
};
