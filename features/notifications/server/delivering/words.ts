import type { Locale } from '#kit/model/locale.ts'

/** The words of a notice of alarms. */
export interface NoticeWords {
  readonly priority: (priority: number) => string
  readonly several: (count: number, maximum: number) => string
  readonly limit: (isHigh: boolean, limit: number | null) => string
  readonly value: (text: string) => string
  readonly came: (time: string) => string
  readonly returned: string
  readonly acknowledged: string
  readonly more: (count: number) => string
  readonly escalation: (minutes: number) => string
  readonly test: string
  readonly testText: string
  readonly reason: (site: string, route: string) => string
}

const figure = (limit: number | null) => (limit === null ? '' : ` ${limit}`)
const russian = new Intl.PluralRules('ru')
const ofRussian = (count: number, one: string, few: string, many: string): string => {
  const form = russian.select(count)
  if (form === 'one') return one
  return form === 'few' ? few : many
}

export const noticeWords: Readonly<Record<Locale, NoticeWords>> = {
  en: {
    priority: (priority) => `Priority ${priority}`,
    several: (count, maximum) => `${count} alarms, the highest of priority ${maximum}`,
    limit: (isHigh, limit) =>
      `${isHigh ? 'above its upper limit' : 'below its lower limit'}${figure(limit)}`,
    value: (text) => `Value: ${text}`,
    came: (time) => `Since: ${time}`,
    returned: 'It has passed.',
    acknowledged: 'It has been acknowledged.',
    more: (count) => `And ${count} more alarms, in the list of alarms.`,
    escalation: (minutes) => `Nobody has acknowledged this for ${minutes} min:`,
    test: 'test of notifications',
    testText: 'This is a test. There is no alarm.',
    reason: (site, route) => `Sent by ${site}, route “${route}”. All alarms:`,
  },
  ru: {
    priority: (priority) => `Приоритет ${priority}`,
    several: (count, maximum) =>
      `${count} ${ofRussian(count, 'тревога', 'тревоги', 'тревог')}, высший приоритет ${maximum}`,
    limit: (isHigh, limit) =>
      `${isHigh ? 'выше верхнего предела' : 'ниже нижнего предела'}${figure(limit)}`,
    value: (text) => `Значение: ${text}`,
    came: (time) => `С: ${time}`,
    returned: 'Условие уже прошло.',
    acknowledged: 'Тревога квитирована.',
    more: (count) =>
      `И ещё ${count} ${ofRussian(count, 'тревога', 'тревоги', 'тревог')} в списке тревог.`,
    escalation: (minutes) => `Никто не квитировал эту тревогу за ${minutes} мин:`,
    test: 'проверка уведомлений',
    testText: 'Это проверка. Тревоги нет.',
    reason: (site, route) => `Отправлено: ${site}, маршрут «${route}». Все тревоги:`,
  },
  'zh-TW': {
    priority: (priority) => `優先順序 ${priority}`,
    several: (count, maximum) => `${count} 個警報，最高優先順序 ${maximum}`,
    limit: (isHigh, limit) => `${isHigh ? '高於上限' : '低於下限'}${figure(limit)}`,
    value: (text) => `數值：${text}`,
    came: (time) => `開始：${time}`,
    returned: '狀況已恢復。',
    acknowledged: '警報已確認。',
    more: (count) => `另有 ${count} 個警報，請見警報清單。`,
    escalation: (minutes) => `${minutes} 分鐘內無人確認此警報：`,
    test: '通知測試',
    testText: '這是測試，沒有警報。',
    reason: (site, route) => `由 ${site} 的管道「${route}」寄出。所有警報：`,
  },
  vi: {
    priority: (priority) => `Mức ưu tiên ${priority}`,
    several: (count, maximum) => `${count} cảnh báo, mức ưu tiên cao nhất ${maximum}`,
    limit: (isHigh, limit) =>
      `${isHigh ? 'trên giới hạn trên' : 'dưới giới hạn dưới'}${figure(limit)}`,
    value: (text) => `Giá trị: ${text}`,
    came: (time) => `Từ: ${time}`,
    returned: 'Tình trạng đã qua.',
    acknowledged: 'Cảnh báo đã được xác nhận.',
    more: (count) => `Và ${count} cảnh báo khác trong danh sách cảnh báo.`,
    escalation: (minutes) => `Chưa ai xác nhận cảnh báo này trong ${minutes} phút:`,
    test: 'thử thông báo',
    testText: 'Đây là thông báo thử. Không có cảnh báo nào.',
    reason: (site, route) => `Do ${site} gửi, tuyến “${route}”. Tất cả cảnh báo:`,
  },
}
