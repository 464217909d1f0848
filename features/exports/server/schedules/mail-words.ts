import type { Locale } from '#kit/model/locale.ts'

interface File {
  readonly name: string
  readonly size: string
}

/** The words of a mail with an export. */
interface MailWords {
  readonly period: (text: string) => string
  readonly sensors: (count: number) => string
  readonly more: (count: number) => string
  readonly empty: string
  readonly attached: (file: File) => string
  readonly tooLarge: (file: File & { readonly until: string; readonly link: string }) => string
  readonly reason: (of: {
    readonly site: string
    readonly owner: string
    readonly link: string
  }) => string
}

const russian = new Intl.PluralRules('ru')
const ofRussian = (count: number, one: string, few: string, many: string) =>
  ({ one, few })[russian.select(count) as string] ?? many

export const mailWords: Readonly<Record<Locale, MailWords>> = {
  en: {
    period: (text) => `Period: ${text}`,
    sensors: (count) => (count === 1 ? '1 sensor:' : `${count} sensors:`),
    more: (count) => `- and ${count} more`,
    empty: 'There are no readings in this period.',
    attached: ({ name, size }) => `The file is attached: ${name} (${size}).`,
    tooLarge: ({ name, size, until, link }) =>
      `The file is too large for a mail: ${name} (${size}). With an account that may see its ` +
      `sensors you can download it until ${until}:\n${link}`,
    reason: ({ site, owner, link }) =>
      `${site} sends this mail because ${owner} has scheduled it. ` +
      `It is changed or ended at:\n${link}`,
  },
  ru: {
    period: (text) => `Период: ${text}`,
    sensors: (count) => `${count} ${ofRussian(count, 'датчик', 'датчика', 'датчиков')}:`,
    more: (count) => `- и ещё ${count}`,
    empty: 'За этот период показаний нет.',
    attached: ({ name, size }) => `Файл во вложении: ${name} (${size}).`,
    tooLarge: ({ name, size, until, link }) =>
      `Файл слишком велик для письма: ${name} (${size}). Если у вас есть учётная запись с ` +
      `доступом к его датчикам, скачать его можно до ${until}:\n${link}`,
    reason: ({ site, owner, link }) =>
      `${site} отправляет это письмо по расписанию, которое создал пользователь ${owner}. ` +
      `Изменить или удалить его можно здесь:\n${link}`,
  },
  'zh-TW': {
    period: (text) => `期間：${text}`,
    sensors: (count) => `${count} 個感測器：`,
    more: (count) => `- 以及另外 ${count} 個`,
    empty: '此期間沒有讀數。',
    attached: ({ name, size }) => `檔案已附上：${name}（${size}）。`,
    tooLarge: ({ name, size, until, link }) =>
      `檔案太大，無法以郵件寄送：${name}（${size}）。若您的帳號可檢視其感測器，可於 ${until} 前下載：\n${link}`,
    reason: ({ site, owner, link }) =>
      `${site} 依 ${owner} 設定的排程寄出此郵件。變更或結束排程：\n${link}`,
  },
  vi: {
    period: (text) => `Khoảng thời gian: ${text}`,
    sensors: (count) => `${count} cảm biến:`,
    more: (count) => `- và ${count} cảm biến khác`,
    empty: 'Không có số đo nào trong khoảng thời gian này.',
    attached: ({ name, size }) => `Tệp được đính kèm: ${name} (${size}).`,
    tooLarge: ({ name, size, until, link }) =>
      `Tệp quá lớn để gửi qua email: ${name} (${size}). Với tài khoản được xem các cảm biến của ` +
      `tệp, bạn có thể tải xuống đến ${until}:\n${link}`,
    reason: ({ site, owner, link }) =>
      `${site} gửi email này theo lịch do ${owner} đặt. Thay đổi hoặc kết thúc lịch tại:\n${link}`,
  },
}
