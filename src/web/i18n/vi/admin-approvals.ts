import type { adminApprovals as en } from '#web/i18n/en/admin-approvals.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const adminApprovals: Translation<typeof en> = {
  failed: 'Không tải được các mục cần phê duyệt',
  state_filter: 'Trạng thái phê duyệt',
  states: { waiting: 'Đang chờ', all: 'Tất cả' },
  none: 'Không có gì chờ quản trị viên thứ hai',
  none_yet: 'Chưa từng có gì cần quản trị viên thứ hai',
  withdrawals_waiting: 'Có {count, number} yêu cầu rút chờ người duyệt thứ hai, trong danh sách rút điểm.',
  see_withdrawals: 'Xem yêu cầu rút',
  kinds: {
    give: 'Cộng {points, number} điểm cho <user></user>',
    take: 'Trừ {points, number} điểm của <user></user>',
    settle: 'Tính kết quả cuộc dự đoán theo {home, number}–{away, number}',
    resettle: 'Tính lại cuộc dự đoán theo {home, number}–{away, number}',
    void: 'Hủy cuộc dự đoán: trả lại mọi điểm đã đặt',
  },
  adjust_as: { manual_adjust: 'dưới dạng nạp điểm', admin_adjust: 'dưới dạng điều chỉnh' },
  user_reads: 'Người dùng đọc: “{note}”',
  moves: 'liên quan {points, number} điểm',
  reason: 'Lý do: {reason}',
  asked_by: '{email} đề nghị, {when}',
  decided: {
    approved: '{email} đã duyệt, {when}',
    rejected: '{email} đã từ chối, {when}',
  },
  decision_note: 'Ghi chú: {note}',
  state: { waiting: 'Đang chờ', approved: 'Đã duyệt', rejected: 'Bị từ chối' },
  refusal: {
    same_reviewer: 'Bạn đã đề nghị việc này, hoặc nó liên quan đến tài khoản của bạn: quản trị viên khác phải quyết định.',
    forbidden: 'Vai trò của bạn không được quyết định việc này.',
    already_decided: 'Đã có quyết định.',
  },
  approve: 'Duyệt',
  reject: 'Từ chối',
  approve_title: 'Duyệt và thực hiện?',
  approve_lead: 'Việc này diễn ra ngay.',
  reject_title: 'Từ chối?',
  reject_lead: 'Việc này không được thực hiện. Người đề nghị có thể đề nghị lại.',
  done: { approve: 'Đã duyệt và thực hiện.', reject: 'Đã từ chối.' },
};
