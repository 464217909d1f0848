import type { Locale } from '#kit/model/locale.ts'

/** Heads and names in a file of an analysis. */
export interface FileWords {
  readonly figures: string
  readonly sources: string
  readonly sensors: string
  readonly rules: string
  readonly devices: string
  readonly hours: string
  readonly chattering: string
  readonly figure: string
  readonly value: string
  readonly guide: string
  readonly device: string
  readonly sensor: string
  readonly key: string
  readonly rule: string
  readonly priority: (priority: number) => string
  readonly alarms: string
  readonly share: string
  readonly before: string
  readonly day: string
  readonly maximumInMinute: string
  readonly upper: string
  readonly lower: string
  readonly from: string
  readonly to: string
  readonly operators: string
  readonly median: string
  readonly mean: string
  readonly busiest: string
  readonly floods: string
  readonly hidden: string
  readonly journal: string
  readonly weekdays: readonly string[]
}

const en: FileWords = {
  ...{ figures: 'Figures', sources: 'Sources', sensors: 'By sensor', rules: 'By rule' },
  ...{ devices: 'By device', hours: 'Day and hour', chattering: 'Chattering' },
  ...{ figure: 'Figure', value: 'Value', guide: 'ISA-18.2, EEMUA 191', device: 'Device' },
  ...{ sensor: 'Sensor', key: 'Key', rule: 'Rule', alarms: 'Alarms', share: 'Share, %' },
  ...{ before: 'Period before', day: 'Day', maximumInMinute: 'Most in a minute' },
  ...{ upper: 'Upper limit', lower: 'Lower limit', from: 'From', to: 'To' },
  ...{ operators: 'Watch positions', median: 'Median to acknowledge, s' },
  mean: 'Alarms per 10 min and position, on average',
  busiest: 'Most in 10 min for one position',
  floods: 'Time in flood, %',
  ...{ hidden: 'Not counted: nobody was shown them', journal: 'Not counted: only recorded' },
  priority: (priority) => `Priority ${priority}`,
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
}
const ru: FileWords = {
  ...{ figures: 'Показатели', sources: 'Источники', sensors: 'По датчикам' },
  ...{ rules: 'По правилам', devices: 'По устройствам', hours: 'День и час', key: 'Ключ' },
  ...{ chattering: 'Дребезг', figure: 'Показатель', value: 'Значение', sensor: 'Датчик' },
  ...{ guide: 'ISA-18.2, EEMUA 191', device: 'Устройство', rule: 'Правило', alarms: 'Тревоги' },
  ...{ share: 'Доля, %', before: 'Предыдущий период', day: 'День', from: 'С', to: 'По' },
  ...{ maximumInMinute: 'Больше всего за минуту', upper: 'Верхний предел', lower: 'Нижний предел' },
  ...{ operators: 'Рабочих мест', median: 'Медиана до квитирования, с' },
  mean: 'Тревог за 10 мин на рабочее место, в среднем',
  busiest: 'Больше всего за 10 мин на одно рабочее место',
  floods: 'Время в лавине тревог, %',
  ...{ hidden: 'Не учтены: их никому не показали', journal: 'Не учтены: только запись' },
  priority: (priority) => `Приоритет ${priority}`,
  weekdays: [
    ...['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье'],
  ],
}
const zhTW: FileWords = {
  ...{ figures: '統計', sources: '來源', sensors: '依感測器', rules: '依規則', devices: '依裝置' },
  ...{ hours: '日期與小時', chattering: '抖動', figure: '項目', value: '值', device: '裝置' },
  ...{ guide: 'ISA-18.2、EEMUA 191', sensor: '感測器', key: '鍵值', rule: '規則', alarms: '警報' },
  ...{ share: '占比（%）', before: '前一期間', day: '日', maximumInMinute: '一分鐘內最多' },
  ...{ upper: '上限', lower: '下限', from: '從', to: '到', operators: '值班席位' },
  ...{ median: '確認所需時間中位數（秒）', mean: '每席位每 10 分鐘平均警報數' },
  ...{ busiest: '一個席位 10 分鐘內最多', floods: '警報洪流時間（%）' },
  ...{ hidden: '未計入：沒有人看到', journal: '未計入：僅記錄' },
  priority: (priority) => `優先順序 ${priority}`,
  weekdays: ['星期一', '星期二', '星期三', '星期四', '星期五', '星期六', '星期日'],
}
const vi: FileWords = {
  ...{ figures: 'Số liệu', sources: 'Nguồn', sensors: 'Theo cảm biến', rules: 'Theo quy tắc' },
  ...{ devices: 'Theo thiết bị', hours: 'Ngày và giờ', chattering: 'Chập chờn' },
  ...{ figure: 'Mục', value: 'Giá trị', guide: 'ISA-18.2, EEMUA 191', device: 'Thiết bị' },
  ...{ sensor: 'Cảm biến', key: 'Khóa', rule: 'Quy tắc', alarms: 'Cảnh báo', share: 'Tỷ lệ, %' },
  ...{ before: 'Khoảng trước', day: 'Ngày', maximumInMinute: 'Nhiều nhất trong một phút' },
  ...{ upper: 'Giới hạn trên', lower: 'Giới hạn dưới', from: 'Từ', to: 'Đến' },
  ...{ operators: 'Vị trí trực', median: 'Trung vị đến khi xác nhận, giây' },
  mean: 'Cảnh báo mỗi 10 phút mỗi vị trí trực, trung bình',
  busiest: 'Nhiều nhất trong 10 phút cho một vị trí trực',
  floods: 'Thời gian bị dồn cảnh báo, %',
  ...{ hidden: 'Không tính: chưa ai được thấy', journal: 'Không tính: chỉ ghi lại' },
  priority: (priority) => `Ưu tiên ${priority}`,
  weekdays: [...['thứ Hai', 'thứ Ba', 'thứ Tư', 'thứ Năm', 'thứ Sáu', 'thứ Bảy', 'Chủ nhật']],
}

const words: Readonly<Record<Locale, FileWords>> = { en, ru, vi, 'zh-TW': zhTW }

export const fileWords = (language: Locale): FileWords => words[language]
