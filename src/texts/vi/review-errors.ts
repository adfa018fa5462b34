export const reviewErrors = {
  one_hand:
    'Cần quản trị viên khác duyệt: bạn và người yêu cầu được coi là một người. Hai bên từng dùng chung trình duyệt, hoặc cùng một quản trị viên tạo tài khoản trong 30 ngày qua.',
  own_interest: 'Cần quản trị viên khác quyết định: việc này liên quan đến lợi ích của bạn.',
  asker_gone: 'Người yêu cầu đã bị vô hiệu hóa, đặt lại đăng nhập hoặc đổi vai trò. Yêu cầu này hết hiệu lực: hãy từ chối.',
  approval_waiting: 'Việc này đã được yêu cầu và đang chờ quản trị viên thứ hai.',
  payout_confirmed: 'Chuỗi khối xác nhận yêu cầu rút này đã được chi trả nên không thể hoàn điểm hay sửa giao dịch.',
  payout_unclear: 'Giao dịch đã ghi vẫn có thể chi trả yêu cầu rút này. Hãy đợi xác minh xong hoặc sửa giao dịch.',
  batch_held: 'Quản trị viên khác đang giữ đợt chi trả này. Hãy tiếp quản trước.',
  payout_batched: 'Yêu cầu rút này đang nằm trong một đợt chi trả. Hãy đưa ra khỏi đợt trước.',
  wallet_unpayable:
    'Không thể duyệt: {fault, select, frozen {ví đã bị đơn vị phát hành USDT đóng băng} treasury {đây chính là ví chi trả} contract {đây là hợp đồng của token} other {đây không phải địa chỉ TRC20}}. Chi trả sẽ mất. Hãy từ chối yêu cầu này.',
  view_name_taken: 'Bạn đã có chế độ xem mang tên này. Hãy chọn tên khác, hoặc thay thế chế độ xem đó.',
  too_many_views: 'Bạn đã có {max, number} chế độ xem cho danh sách này, mức tối đa. Hãy xóa một mục để lưu mục khác.',
} as const;
