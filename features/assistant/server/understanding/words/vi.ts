import { words } from '../fold.ts'
import type { Lexicon } from '../lexicon.ts'
import { overviews } from './overviews.ts'
import { vietnameseTimes } from './times/vi.ts'

const extreme = 'cao nhất|thấp nhất|lớn nhất|nhỏ nhất|nóng nhất|lạnh nhất|nhiều nhất|ít nhất'

export const vietnamese: Lexicon = {
  intents: [
    [
      'procedure',
      words(
        'quy trình|hướng dẫn|thủ tục|bài viết|sổ tay|(?:phải |cần |nên )?làm gì(?: khi| nếu)?' +
          '|làm (?:thế nào|sao|cách nào)(?: để)?|(?<!khoảng )cách(?! đây)(?= \\p{L})',
      ),
    ],
    [
      'outside',
      words(
        '(?:vượt|ngoài|trên|dưới|cao hơn|thấp hơn|quá)(?: quá| khỏi)? (?:giới hạn|ngưỡng' +
          '|mức)(?: \\S+)?' +
          '|quá (?:cao|thấp|nóng|lạnh)',
      ),
    ],
    [
      'top_alarms',
      words(
        '(?:nhiều|thường xuyên) (?:cảnh báo|báo động) nhất|(?:cảnh báo' +
          '|báo động) nhiều nhất|hay (?:bị )?(?:cảnh báo|báo động) nhất',
      ),
    ],
    [
      'active_alarms',
      words(
        '(?:cảnh báo|báo động) (?:nào )?(?:đang|hiện|chưa)(?: \\S+)*' +
          '|đang có (?:\\S+ )?(?:cảnh báo|báo động)(?: nào)?' +
          '|hiện (?:tại |nay )?có (?:\\S+ )?(?:cảnh báo|báo động)|có (?:cảnh báo' +
          '|báo động) (?:nào )?không',
      ),
    ],
    ['alarms', words('cảnh báo|báo động')],
    [
      'offline',
      words(
        'ngoại tuyến|mất kết nối|mất liên lạc|không kết nối|offline|không phản hồi|ngắt kết nối' +
          '|mất (?:mạng|tín hiệu)|rớt mạng',
      ),
    ],
    ['online', words('trực tuyến|đang kết nối|online|kết nối')],
    ['compare', words('so sánh|so với|chênh lệch|khác biệt|khác nhau|hơn')],
    [
      'availability',
      words(
        'tỷ lệ sẵn sàng|độ sẵn sàng|khả dụng|tính sẵn sàng|hiệu suất sử dụng' +
          '|tỷ lệ sử dụng|sẵn sàng',
      ),
    ],
    ['states', words('màu|đèn (?:xanh|đỏ|vàng|trắng)|(?:xanh|đỏ|vàng) bao lâu|trạng thái')],
    [
      'trend',
      words(
        'xu hướng|tốc độ (?:thay đổi|tăng|giảm)|nhanh cỡ nào|đang tăng|đang giảm|tăng|giảm|ổn định',
      ),
    ],
    [
      'rank',
      words(
        `(?:cảm biến|thiết bị|máy) (?:nào .{0,60})?(?:${extreme})|top ?\\d+|\\d+ (?:cảm biến` +
          `|thiết bị|máy) .{0,40}(?:${extreme})|xếp hạng`,
      ),
    ],
    [
      'count',
      words('bao nhiêu (?:giá trị|số đo|lần đo|bản ghi|số liệu)|số lượng (?:số đo|giá trị)'),
    ],
    [
      'total',
      words(
        'tổng cộng|tổng|tích lũy|cộng dồn|tiêu thụ|sản xuất(?: được)?|làm được|sản lượng' +
          '|bao nhiêu (?:sản phẩm|chi tiết|cái)',
      ),
    ],
    ['deviation', words('độ lệch chuẩn|độ lệch|dao động|biến động')],
    ['median', words('trung vị')],
    ['average', words('trung bình|tb')],
    ['maximum', words('tối đa|max|cao nhất|lớn nhất|cực đại|đỉnh|nóng nhất')],
    ['minimum', words('tối thiểu|min|thấp nhất|nhỏ nhất|cực tiểu|lạnh nhất')],
    overviews.vi,
    [
      'find',
      words(
        '(?:những|các|tất cả|liệt kê|tìm|có bao nhiêu|có mấy|danh sách) (?:các ' +
          '|những )?(?:cảm biến|thiết bị|máy)' +
          '|(?:cảm biến|thiết bị) nào|tìm|liệt kê|danh sách',
      ),
    ],
    ['value', words('bao nhiêu|bn|hiện tại|bây giờ|hiện nay|giá trị|đang là')],
  ],
  periods: vietnameseTimes,
  fillers: words(
    'ko|bn|vẫn|bốn|sáng|xuống|lên|tỷ lệ|phần trăm|kéo dài|là|của|cho|ở|tại|trong|vào|lúc' +
      '|có|không|và' +
      '|hay|hoặc|với|từ|đến|bao|nhiêu|lâu|gì|nào' +
      '|đâu|khi|thì' +
      '|mà|này|đó|kia|nay|các|những|một|được|đã|đang|sẽ|bị|tôi|chúng|ta|hãy|xin|vui|lòng' +
      '|biết|xem|hiện' +
      '|tại|bây|giờ|mấy|lần|số|giá|trị|cảm|biến|thiết|máy|ra|sao|thế|như|rồi|thời|gian' +
      '|ngày|hôm|nhất' +
      '|hơn|ai|vì|theo|trên|dưới|qua|nữa|còn|cũng|xảy|nhé|ạ|vậy|kể',
  ),
  above: words('vượt|trên|cao hơn|quá cao|quá nóng|giới hạn trên'),
  below: words('dưới|thấp hơn|quá thấp|quá lạnh|giới hạn dưới'),
  lowest: words('thấp nhất|nhỏ nhất|lạnh nhất|ít nhất'),
  devices: words('thiết bị|máy'),
  top: words('top ?(?<count>\\d{1,2})|(?<count2>\\d{1,2}) (?:cảm biến|thiết bị|máy)'),
}
