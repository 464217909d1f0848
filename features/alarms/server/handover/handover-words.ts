import type { Locale } from '#kit/model/locale.ts'
import type { AlarmPhase } from '../../contract/alarm.ts'

/** What a handover on paper says beside what reports do, as the screen says it. */
export interface HandoverWords {
  readonly notes: string
  readonly noNotes: string
  readonly alarms: string
  readonly noAlarms: string
  readonly acknowledged: string
  readonly noneAcknowledged: string
  readonly shelved: string
  readonly noneShelved: string
  readonly beyond: string
  /** While the shift goes on. */
  readonly beyondNow: string
  readonly noneBeyond: string
  readonly annotations: string
  readonly noAnnotations: string
  readonly time: string
  readonly priority: string
  readonly journal: string
  readonly alarm: string
  readonly value: string
  readonly limit: string
  readonly read: string
  readonly state: string
  readonly by: string
  readonly comment: string
  readonly reason: string
  readonly until: string
  readonly text: string
  readonly upper: string
  readonly lower: string
  readonly gone: string
  readonly phases: Readonly<Record<AlarmPhase, string>>
}

const en: HandoverWords = {
  ...{ notes: 'Notes for the next shift', noNotes: 'Nobody wrote a note.', alarms: 'Alarms' },
  ...{ noAlarms: 'There was no alarm in this shift.', acknowledged: 'Acknowledged in this shift' },
  noneAcknowledged: 'No alarm was acknowledged in this shift.',
  ...{ shelved: 'Shelved now', noneShelved: 'Nothing is shelved.', priority: 'Priority' },
  beyond: 'Beyond their limits at the end of the shift',
  beyondNow: 'Beyond their limits now',
  ...{ noneBeyond: 'No sensor was beyond its limits.', annotations: 'Annotations' },
  ...{ noAnnotations: 'Nobody annotated a sensor.', time: 'Time', journal: 'Recorded only' },
  ...{ alarm: 'Alarm', value: 'Value', limit: 'Limit', read: 'Read at', state: 'State', by: 'By' },
  ...{ comment: 'Comment', reason: 'Reason', until: 'Until', text: 'Text', upper: 'Upper limit' },
  ...{ lower: 'Lower limit', gone: 'a deleted account' },
  phases: {
    ...{ unacknowledged: 'Ongoing, not acknowledged', acknowledged: 'Ongoing, acknowledged' },
    ...{ returned: 'Returned, not acknowledged', latched: 'Returned, waits for a reset' },
    ended: 'Ended',
  },
}
const ru: HandoverWords = {
  ...{ notes: 'Заметки для следующей смены', noNotes: 'Заметок нет.', alarms: 'Тревоги' },
  ...{ noAlarms: 'Тревог в эту смену не было.', acknowledged: 'Квитировано в эту смену' },
  noneAcknowledged: 'В эту смену не квитировали ни одной тревоги.',
  ...{ shelved: 'Отложено сейчас', noneShelved: 'Ничего не отложено.', priority: 'Приоритет' },
  beyond: 'Вне пределов в конце смены',
  beyondNow: 'Сейчас вне пределов',
  ...{ noneBeyond: 'Ни один датчик не вышел за пределы.', annotations: 'Примечания' },
  ...{ noAnnotations: 'Примечаний к датчикам нет.', time: 'Время', journal: 'Только запись' },
  ...{ alarm: 'Тревога', value: 'Значение', limit: 'Предел', read: 'Время показания' },
  ...{ state: 'Состояние', by: 'Кто', comment: 'Комментарий', reason: 'Причина', until: 'До' },
  ...{ text: 'Текст', upper: 'Верхний предел', lower: 'Нижний предел' },
  gone: 'удалённая учётная запись',
  phases: {
    ...{
      unacknowledged: 'Продолжается, не квитирована',
      acknowledged: 'Продолжается, квитирована',
    },
    ...{ returned: 'В норме, не квитирована', latched: 'В норме, ждёт сброса' },
    ended: 'Закончилась',
  },
}
const zhTW: HandoverWords = {
  ...{ notes: '給下一班的備註', noNotes: '沒有備註。', alarms: '警報', noAlarms: '本班沒有警報。' },
  ...{ acknowledged: '本班已確認', noneAcknowledged: '本班沒有確認任何警報。' },
  ...{ shelved: '目前擱置', noneShelved: '沒有擱置的項目。', priority: '優先順序' },
  beyondNow: '目前超出限值',
  ...{ beyond: '班次結束時超出限值', noneBeyond: '沒有感測器超出限值。', annotations: '註記' },
  ...{ noAnnotations: '沒有人註記感測器。', time: '時間', journal: '僅記錄', alarm: '警報' },
  ...{ value: '數值', limit: '限值', read: '讀取時間', state: '狀態', by: '人員' },
  ...{ comment: '備註', reason: '原因', until: '直到', text: '內容', upper: '上限', lower: '下限' },
  gone: '已刪除的帳號',
  phases: {
    ...{ unacknowledged: '發生中，未確認', acknowledged: '發生中，已確認' },
    ...{ returned: '已恢復，未確認', latched: '已恢復，待重設', ended: '已結束' },
  },
}
const vi: HandoverWords = {
  ...{ notes: 'Ghi chú cho ca sau', noNotes: 'Chưa ai viết ghi chú.', alarms: 'Cảnh báo' },
  noAlarms: 'Không có cảnh báo nào trong ca này.',
  ...{ acknowledged: 'Đã xác nhận trong ca này', priority: 'Ưu tiên' },
  noneAcknowledged: 'Không có cảnh báo nào được xác nhận trong ca này.',
  ...{ shelved: 'Đang tạm gác', noneShelved: 'Không có gì đang tạm gác.' },
  beyondNow: 'Đang vượt giới hạn',
  ...{ beyond: 'Vượt giới hạn khi hết ca', noneBeyond: 'Không có cảm biến nào vượt giới hạn.' },
  ...{ annotations: 'Chú thích', noAnnotations: 'Không ai chú thích cảm biến.', time: 'Thời gian' },
  ...{ journal: 'Chỉ ghi lại', alarm: 'Cảnh báo', value: 'Giá trị', limit: 'Giới hạn' },
  ...{ read: 'Đọc lúc', state: 'Trạng thái', by: 'Người thực hiện', comment: 'Ghi chú' },
  ...{ reason: 'Lý do', until: 'Đến', text: 'Nội dung', upper: 'Giới hạn trên' },
  ...{ lower: 'Giới hạn dưới', gone: 'tài khoản đã xóa' },
  phases: {
    ...{ unacknowledged: 'Đang diễn ra, chưa xác nhận', acknowledged: 'Đang diễn ra, đã xác nhận' },
    returned: 'Đã về bình thường, chưa xác nhận',
    latched: 'Đã về bình thường, chờ đặt lại',
    ended: 'Đã kết thúc',
  },
}

const words: Readonly<Record<Locale, HandoverWords>> = { en, ru, vi, 'zh-TW': zhTW }

export const handoverWords = (language: Locale): HandoverWords => words[language]
