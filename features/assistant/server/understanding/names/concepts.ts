import type { Locale } from '#kit/model/locale.ts'
import { texts, words } from '../fold.ts'

interface Concept {
  readonly name: string
  /** Sources of expressions, one for each language. */
  readonly words: Readonly<Record<Locale, string>>
  /** Folded words that a slip of the pen is compared with. */
  readonly spellings: readonly string[]
}

/**
 * Quantities of a plant by their words in the four languages, on folded text: a sensor called
 * "Temperature" is found by "температура".
 */
const quantities: readonly Concept[] = [
  {
    name: 'temperature',
    words: {
      en:
        'temperatures?|temps?|(?:how|too) (?:hot|warm|cold)|hott(?:er|est)|warm(?:er' +
        '|est)|cold(?:er|est)',
      ru:
        'температур\\S*|темп(?! (?:выпуск|производ|работ))|градус\\S*' +
        '|сам\\S+ (?:горяч|тепл|холодн)\\S*|теплее|холоднее|горяче[ей]' +
        '|слишком (?:горяч|тепл|холодн)\\S*',
      vi:
        'nhiệt độ|(?:nóng|lạnh) (?:nhất|hơn)|quá (?:nóng|lạnh)|(?:bao nhiêu' +
        '|mấy) độ(?! (?:rung|ẩm|lệch|sẵn))',
      'zh-TW':
        '溫度|温度|[幾几多少]度|[最太過][熱冷燙]|[熱冷](?=多少|一點|嗎|還是)|(?<![恆保室氣外體])[溫温](?!控)',
    },
    spellings: ['temperature', 'температура'],
  },
  {
    name: 'pressure',
    words: { en: 'pressures?', ru: 'давлени\\S*', vi: 'áp suất|áp lực', 'zh-TW': '壓力|压力' },
    spellings: ['pressure', 'давление'],
  },
  {
    name: 'level',
    words: {
      en: 'levels?',
      ru: 'уровен\\S*|уровн\\S*|заполнен\\S*',
      vi: 'mức nước|mực nước|mức',
      'zh-TW': '液位|水位|料位',
    },
    spellings: ['level', 'уровень'],
  },
  {
    name: 'flow',
    words: { en: 'flow(?: rates?)?', ru: 'поток\\S*|расход\\S*', vi: 'lưu lượng', 'zh-TW': '流量' },
    spellings: [],
  },
  {
    name: 'speed',
    words: {
      en: 'speeds?',
      ru: 'скорост\\S*|оборот\\S*',
      vi: 'tốc độ|vận tốc',
      'zh-TW': '速度|轉速|转速',
    },
    spellings: ['speed', 'скорость'],
  },
  {
    name: 'vibration',
    words: {
      en: 'vibrations?|vibrat(?:es?|ed|ing)',
      ru: 'вибраци\\S*|вибрир\\S*',
      vi: 'rung động|độ rung|rung',
      'zh-TW': '振動|震動|振动',
    },
    spellings: ['vibration', 'вибрация'],
  },
  {
    name: 'electric-current',
    words: {
      en: 'currents?|amperage',
      ru: 'ток|тока|током',
      vi: 'dòng điện',
      'zh-TW': '電流|电流',
    },
    spellings: [],
  },
  {
    name: 'voltage',
    words: { en: 'voltages?', ru: 'напряжени\\S*', vi: 'điện áp', 'zh-TW': '電壓|电压' },
    spellings: ['voltage', 'напряжение'],
  },
  {
    name: 'power',
    words: { en: 'powers?', ru: 'мощност\\S*', vi: 'công suất', 'zh-TW': '功率' },
    spellings: ['power', 'мощность'],
  },
  {
    name: 'energy',
    words: {
      en: 'energy',
      ru: 'энерги\\S*|электроэнерги\\S*',
      vi: 'năng lượng|điện năng',
      'zh-TW': '能量|電能|電量|能耗',
    },
    spellings: ['energy', 'энергия'],
  },
  {
    name: 'humidity',
    words: { en: 'humidity', ru: 'влажност\\S*', vi: 'độ ẩm', 'zh-TW': '濕度|湿度' },
    spellings: ['humidity', 'влажность'],
  },
  {
    name: 'lamp',
    words: {
      en: 'lamps?|lights?',
      ru: 'ламп\\S*|светильник\\S*',
      vi: 'đèn',
      'zh-TW': '燈號|燈|灯',
    },
    spellings: [],
  },
  {
    name: 'counter',
    words: { en: 'counters?', ru: 'счетчик\\S*', vi: 'bộ đếm', 'zh-TW': '計數器|计数器' },
    spellings: ['counter', 'счетчик'],
  },
  {
    name: 'boiler',
    words: {
      en: 'boilers?',
      ru: 'кот[её]л\\S*|котл\\S*',
      vi: 'nồi hơi|lò hơi',
      'zh-TW': '鍋爐|锅炉',
    },
    spellings: ['boiler', 'котел', 'котла'],
  },
  {
    name: 'tank',
    words: {
      en: 'tanks?',
      ru: 'бак(?:а|е|у|ом|и|ов|ам|ах)?|резервуар\\S*',
      vi: 'bể|bồn',
      'zh-TW': '儲槽|水箱|油箱|槽',
    },
    spellings: [],
  },
  {
    name: 'pump',
    words: { en: 'pumps?', ru: 'насос\\S*', vi: 'bơm|máy bơm', 'zh-TW': '泵浦|幫浦|水泵|泵' },
    spellings: [],
  },
  {
    name: 'oven',
    words: {
      en: 'ovens?|furnaces?',
      ru: 'печ[ьи]\\S*',
      vi: 'lò nung|lò',
      'zh-TW': '烤箱|熔爐|電爐',
    },
    spellings: [],
  },
  {
    name: 'motor',
    words: {
      en: 'motors?',
      ru: 'двигател\\S*|мотор\\S*',
      vi: 'động cơ',
      'zh-TW': '馬達|马达|電機|电机',
    },
    spellings: ['motor', 'двигатель'],
  },
  {
    name: 'compressor',
    words: { en: 'compressors?', ru: 'компрессор\\S*', vi: 'máy nén', 'zh-TW': '壓縮機|压缩机' },
    spellings: ['compressor', 'компрессор'],
  },
  {
    name: 'valve',
    words: { en: 'valves?', ru: 'клапан\\S*', vi: 'van', 'zh-TW': '閥門|阀门|閥' },
    spellings: ['valve', 'клапан'],
  },
  {
    name: 'conveyor',
    words: { en: 'conveyors?', ru: 'конвейер\\S*', vi: 'băng tải', 'zh-TW': '輸送帶|输送带' },
    spellings: ['conveyor', 'конвеиер'],
  },
  {
    name: 'press',
    words: { en: 'press(?:es)?', ru: 'пресс\\S*', vi: 'máy ép', 'zh-TW': '沖床|壓床|冲床' },
    spellings: [],
  },
  {
    name: 'water',
    words: { en: 'waters?', ru: 'вод[аыуе]|воды', vi: 'nước', 'zh-TW': '水' },
    spellings: [],
  },
  { name: 'oil', words: { en: 'oils?', ru: 'масл\\S*', vi: 'dầu', 'zh-TW': '油' }, spellings: [] },
  {
    name: 'door',
    words: { en: 'doors?', ru: 'двер\\S*', vi: 'cửa', 'zh-TW': '門|门' },
    spellings: [],
  },
  {
    name: 'parts',
    words: {
      en: 'parts?',
      ru: 'детал\\S*|выработк\\S*',
      vi: 'chi tiết|sản phẩm|sản lượng',
      'zh-TW': '零件|工件|件數|產量|产量',
    },
    spellings: [],
  },
]

/** Each quantity with the expression that finds it in folded text, by language. */
export const concepts = quantities.map(({ name, words: sources, spellings }) => ({
  ...{ name, spellings },
  patterns: {
    en: words(sources.en),
    ru: words(sources.ru),
    vi: words(sources.vi),
    'zh-TW': texts(sources['zh-TW']),
  } satisfies Record<Locale, RegExp>,
}))
