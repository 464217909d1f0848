import type { Locale } from '#kit/model/locale.ts'
import { texts, words } from '../fold.ts'

/** A value that a question compares with, in the unit of a sensor: group `value`. */
interface Comparisons {
  /** Groups `above` or `below`: which side of the value. */
  readonly value: RegExp
  /** For how long, rather than whether. */
  readonly howLong: RegExp
  /** How often. */
  readonly howOften: RegExp
  /** Words that leave something out, or count a part of the time alone. */
  readonly exclusions: RegExp
  /** The newest of several. */
  readonly latest: RegExp
  readonly now: RegExp
  /** The limits themselves. */
  readonly limits: RegExp
  /** Of a question that follows on, rather than one that stands for itself. */
  readonly following: RegExp
  /** At what time, and nothing else. */
  readonly when: RegExp
  /** For what reason. */
  readonly why: RegExp
}

const value = String.raw`(?<value>[-−]?\d+(?:[.,]\d+)?)(?![\d:.,]*\d)`

export const comparisons: Readonly<Record<Locale, Comparisons>> = {
  en: {
    value: words(
      `(?:(?<above>above|over|exceed(?:s|ed|ing)?|(?:more|higher|greater) than)` +
        `|(?<below>below|under|(?:less|lower|smaller) than)) ${value}`,
    ),
    howLong: words('how long|how (?:much|many) (?:time|hours|minutes)|time (?:spent )?'),
    howOften: words('how (?:many times|often)|number of times'),
    exclusions: words(
      'except(?:ing)?|excluding|without|apart from|other than|ignoring|not counting|while' +
        '|whenever|as long as',
    ),
    now: words('(?:right )?now|currently|at (?:the moment|present)|presently'),
    limits: words('(?:(?:upper|lower|alarm|high|low) )*(?:limits?|thresholds?)'),
    following: words('^(?:and|or|what about|how about|also|then|same (?:for|of))'),
    when: words('when|(?:at )?what time'),
    why: words('why|reason|how come'),
    latest: words('last|latest|newest|(?:most )?recent(?:ly)?'),
  },
  ru: {
    value: words(
      `(?:(?<above>выше|больше|свыше|более|превы\\S+)` +
        `|(?<below>ниже|меньше|менее)) (?:чем |отметки |значения )?${value}`,
    ),
    howLong: words(
      'сколько (?:всего )?(?:времени|часов|минут)|как (?:долго|давно)|долго|сколько длил\\S*',
    ),
    howOften: words('сколько раз|как часто'),
    exclusions: words(
      'кроме|исключая|за исключением|не считая|не учитывая|без учета|без(?! связи)|пока|во время',
    ),
    now: words('сейчас|сеичас|щас|теперь|в данный момент|в настоящее время'),
    limits: words('(?:(?:верхн|нижн|аварийн)\\S* )*(?:предел|уставк|порог)\\S*'),
    following: words('^(?:а|и|или|еще|тоже|также)'),
    when: words('когда|во сколько|с как(?:их пор|ого (?:времени|момента|часа))'),
    why: words('почему|отчего|из-за чего|причин\\S*|зачем'),
    latest: words('последн\\S+|недавн\\S+'),
  },
  'zh-TW': {
    value: texts(
      `(?:(?<above>超過|超过|高於|高于|大於|大于|超出|多於)` +
        `|(?<below>低於|低于|小於|小于|不到|少於)) ?${value}`,
    ),
    howLong: texts('多久|多長時間|多长时间|多少(?:時間|小時|分鐘)'),
    howOften: texts('[幾几]次|多少次'),
    exclusions: texts('除了|除去|扣除|扣掉|不含|不包[括含]|不算|排除|撇除'),
    now: texts('現在|现在|目前|當前|当前|此刻'),
    limits: texts('上下限|上限|下限|限值|警報值|警报值'),
    following: texts('^(?:那|還有|以及)|呢(?=\\P{L}*$)'),
    when: texts('什麼時候|什么时候|何時|幾點'),
    why: texts('為什麼|为什么|為何|為啥|原因|怎麼會|怎麼回事'),
    latest: texts('上一?次|最近|最後|最新'),
  },
  vi: {
    value: words(
      `(?:(?<above>trên|vượt(?: quá| mức| ngưỡng)?|quá|(?:cao|lớn|nhiều) hơn|hơn)` +
        `|(?<below>dưới|(?:thấp|nhỏ|ít) hơn|chưa (?:đến|tới))) ${value}`,
    ),
    howLong: words('bao lâu|mất bao nhiêu (?:thời gian|giờ|phút)|bao nhiêu (?:giờ|phút|tiếng)'),
    howOften: words('(?:mấy|bao nhiêu) lần'),
    exclusions: words(
      'ngoại trừ|loại trừ|trừ (?:ra|đi|hôm|ngày|thứ|nồi|bơm|bồn|máy)|không (?:tính|kể|bao gồm)',
    ),
    now: words('bây giờ|hiện (?:tại|nay|giờ)|lúc này'),
    limits: words('(?:giới hạn|ngưỡng)(?: (?:trên|dưới|cảnh báo))?'),
    following: words('^(?:còn|thế|vậy|và|hay)'),
    when: words('khi nào|lúc nào|(?:lúc )?mấy giờ'),
    why: words('tại sao|vì sao|sao lại|nguyên nhân|lý do'),
    latest: words('(?:lần )?(?:gần|mới|cuối)(?: cùng| nhất| đây)?'),
  },
}

/** What counts times and things behind a number: that is no value of a sensor. */
export const counted = new RegExp(
  '^\\s*(?:(?:s|secs?|seconds?|min\\S*|h|hrs?|hours?|days?|times|alarms?|сек\\S*|мин\\S*|час\\S*' +
    '|дн\\S*|раз|тревог\\S*|giay|phut|gio|tieng|ngay|lan|canh bao)(?!\\p{L})' +
    '|秒|分|個?小時|小时|天|次|個?警報)',
  'u',
)

/** Units as people write them, on folded text: each of a row means the first. */
export const spokenUnits: readonly RegExp[] = [
  /^(?:°c|c|degrees?|degc|градус\S*|度|do)$/u,
  /^(?:%|percent|процент\S*|趴|phan)$/u,
  /^(?:bars?|бар\S*|巴)$/u,
  /^(?:mm\/s|мм\/с)$/u,
  /^(?:pcs|parts?|pieces?|штук\S*|шт|детал\S*|個|件|cai|chi|san)$/u,
]
/** Units that a sensor may not have: a value in them is none of it. */
export const otherUnits =
  /^(?:°f|f|fahrenheit|фаренгейт\S*|華氏|k|kelvin|psi|k?pa|mpa|кпа|мпа|па|atm|атм\S*|m?bars?|мбар)$/u
