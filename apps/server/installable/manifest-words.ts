import type { Locale } from '#kit/model/locale.ts'

/** What the manifest says in one language, beside the name of the site. */
export interface ManifestWords {
  readonly description: string
  readonly alarms: string
  readonly dashboard: string
  readonly charts: string
}

/** As the menu calls these screens. */
export const manifestWords: Readonly<Record<Locale, ManifestWords>> = {
  en: {
    description: 'Live values, alarms and history of the plant’s sensors',
    alarms: 'Alarms',
    dashboard: 'War room',
    charts: 'Historical charts',
  },
  ru: {
    description: 'Текущие значения, тревоги и история датчиков площадки',
    alarms: 'Тревоги',
    dashboard: 'Оперативный зал',
    charts: 'Графики истории',
  },
  'zh-TW': {
    description: '廠區感測器的即時數值、警報與歷史',
    alarms: '警報',
    dashboard: '戰情室',
    charts: '歷史圖表',
  },
  vi: {
    description: 'Giá trị trực tiếp, cảnh báo và lịch sử của các cảm biến trong nhà máy',
    alarms: 'Cảnh báo',
    dashboard: 'Phòng điều hành',
    charts: 'Biểu đồ lịch sử',
  },
}
