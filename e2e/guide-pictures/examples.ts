import type { Locale } from '#kit/model/locale.ts'

/** What people call what they make, in the language of a picture. */
export interface Examples {
  readonly shifts: readonly [string, string, string]
  readonly routes: readonly [string, string, string]
  readonly rules: readonly [rate: string, silence: string, offline: string, quality: string]
  /** Titles with their first sentence. */
  readonly articles: readonly (readonly [title: string, text: string])[]
  readonly schedule: string
  readonly page: string
  readonly areas: readonly [string, string]
}

export const examples: Readonly<Record<Locale, Examples>> = {
  en: {
    shifts: ['Early', 'Late', 'Night'],
    rules: ['Steam pressure rises fast', 'No level reported', 'Device offline', 'Bad quality'],
    routes: ['Shift on duty', 'Head of the shift', 'Maintenance, hourly'],
    articles: [
      ['Boiler: steam pressure too high', 'Reduce the load, then look at the feed water valve.'],
      ['Cleaning the strainer of pump P-101', 'Stop the pump, close both valves, open the cover.'],
      ['Start of the oven after a weekend', 'Heat in three steps, thirty minutes each.'],
    ],
    schedule: 'Steam, after every shift',
    page: 'Energy centre',
    areas: ['Boiler', 'Pump P-101'],
  },
  ru: {
    shifts: ['Утренняя', 'Вечерняя', 'Ночная'],
    rules: [
      'Давление пара растёт быстро',
      'Нет показаний уровня',
      'Нет связи с устройством',
      'Недостоверные показания',
    ],
    routes: ['Дежурная смена', 'Начальник смены', 'Ремонтная служба, раз в час'],
    articles: [
      [
        'Котёл: давление пара выше нормы',
        'Снизьте нагрузку, затем проверьте клапан питательной воды.',
      ],
      ['Чистка фильтра насоса P-101', 'Остановите насос, закройте обе задвижки, снимите крышку.'],
      ['Пуск печи после выходных', 'Прогревайте в три ступени по тридцать минут.'],
    ],
    schedule: 'Пар, после каждой смены',
    page: 'Энергоцентр',
    areas: ['Котёл', 'Насос P-101'],
  },
  'zh-TW': {
    shifts: ['早班', '中班', '夜班'],
    rules: ['蒸汽壓力上升過快', '沒有液位讀數', '裝置離線', '讀數不良'],
    routes: ['當班人員', '值班主管', '維修組（每小時彙整）'],
    articles: [
      ['鍋爐蒸汽壓力過高的處理', '先降低負載，再檢查給水閥。'],
      ['P-101 泵浦濾網清潔', '停泵，關閉前後閥門，再打開上蓋。'],
      ['週末後烤爐的開機', '分三段升溫，每段三十分鐘。'],
    ],
    schedule: '蒸汽（每班）',
    page: '能源中心',
    areas: ['鍋爐', 'P-101 泵浦'],
  },
  vi: {
    shifts: ['Ca sáng', 'Ca chiều', 'Ca đêm'],
    rules: [
      'Áp suất hơi tăng nhanh',
      'Không có số đo mực nước',
      'Thiết bị ngoại tuyến',
      'Số đo xấu',
    ],
    routes: ['Ca trực', 'Trưởng ca', 'Tổ bảo trì, mỗi giờ'],
    articles: [
      ['Nồi hơi: áp suất hơi quá cao', 'Giảm tải, sau đó kiểm tra van nước cấp.'],
      ['Vệ sinh lưới lọc bơm P-101', 'Dừng bơm, đóng cả hai van, mở nắp.'],
      ['Khởi động lò sau ngày nghỉ', 'Gia nhiệt ba bước, mỗi bước ba mươi phút.'],
    ],
    schedule: 'Hơi nước, sau mỗi ca',
    page: 'Trạm năng lượng',
    areas: ['Nồi hơi', 'Bơm P-101'],
  },
}
