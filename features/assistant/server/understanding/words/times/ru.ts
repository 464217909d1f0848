import { words } from '../../fold.ts'
import {
  ago,
  between,
  calendar,
  date,
  dates,
  daysBack,
  from,
  lastNight,
  lastOf,
  lastWeekday,
  moment,
  month,
  partOfDay,
  sameTime,
  shift,
  since,
  weekday,
  weekend,
  type PeriodForm,
  type UnitWord,
} from '../../period-form.ts'
import { countPattern, noUnit } from '../../spoken-numbers.ts'
import { exactDates } from './dates.ts'

const clock = (end = '') =>
  `(?<${end}hours>\\d{1,2}|полдень|полдня|полудня|полночь|полночи|полуночи)` +
  `(?:[:.](?<${end}minutes>\\d{2}))?(?: ?(?:час(?:а|ов)?|ч))?` +
  `(?: (?<${end}half>утра|дня|вечера|ночи))?${noUnit}`
const monthNames = [
  ...['январ[яье]', 'феврал[яье]', 'март[ае]?', 'апрел[яье]', 'ма[яйе]', 'июн[яье]'],
  ...['июл[яье]', 'август[ае]?', 'сентябр[яье]', 'октябр[яье]', 'ноябр[яье]', 'декабр[яье]'],
]
const months = monthNames.map(
  (name) => new RegExp(`^(?:${name.normalize('NFKD').replaceAll(/\p{M}/gu, '')})$`, 'u'),
)
const monthName = `(?<month>${monthNames.join('|')})`
const weekdays = [
  ...['понедельника?|пн', 'вторника?|вт', 'сред[ауы]|(?<=(?:в|с|по|-) ?)ср', 'четверга?|чт'],
  ...['пятниц[ауы]|пт', 'суббот[ауы]|сб', 'воскресень[ея]|вс'],
]
const units: readonly UnitWord[] = [
  [/^сек/u, 'second'],
  [/^мин/u, 'minute'],
  [/^полчаса/u, 'halfHour'],
  [/^ч/u, 'hour'],
  [/^д|^сут/u, 'day'],
  [/^нед/u, 'week'],
  [/^мес/u, 'month'],
  [/^год|^лет/u, 'year'],
]
const unit =
  '(?<unit>полчаса|секунд[уы]?|минут[уы]?|мин|час(?:а|ов)?|ч|день|дня|дней|сут(?:ки|ок)' +
  '|недел[юиь]|недель' +
  '|месяц(?:а|ев)?|год(?:а)?|лет)'
const last = '(?:за |в течение )?(?:последн(?:ие|юю|ий|их|яя)|прошедш(?:ие|ий|ую))'

/** Forms of a time. */
export const russianTimes: readonly PeriodForm[] = [
  ...exactDates,
  dates(
    words(
      '(?:со?|от|между) (?<first>\\d{1,2})(?:-?го)? (?:по|до|и) (?<date>\\d{1,2})(?:-?(?:го|е))? ' +
        `${monthName}(?: (?<year>\\d{4}))?`,
    ),
    months,
  ),
  date(words(`(?<date>\\d{1,2})(?:-?го)? ${monthName}(?: (?<year>\\d{4}))?`), months),
  month(words(`(?:(?:в|за) )?${monthName}(?: (?<year>\\d{4}))?(?: года?)?`), months),
  lastOf(
    words(
      `(?:${last}|(?:за )?(?:прошлы[ейх]|прошлую` +
        `|предыдущи[ейх])) (?<count>${countPattern}) ${unit}`,
    ),
    units,
  ),
  lastOf(words(`${last} (?<count>${countPattern})(?<half> с половиной) ${unit}`), units),
  lastOf(words(`${last} ${unit}`), units),
  lastOf(words(`за (?<count>${countPattern}) ${unit}`), units),
  lastOf(words('за (?<unit>час|минуту|сутки|день)'), units),
  lastOf(words('за (?<unit>неделю|месяц|год|полчаса)'), units),
  ago(words(`(?<count>${countPattern})(?<half> с половиной)? (?!полчаса)${unit} назад`), units),
  // "Several minutes ago" is not one.
  ago(words('(?<unit>полчаса|секунду|минуту|час|день|сутки|неделю|месяц|год) назад'), units),
  shift(
    words(
      '(?:с )?начала (?:(?:этой|текущей|нашей|моей) )?смены|(?:за |в )?(?:эту|текущую) смену' +
        '|(?:за|в) смену|в (?:этой|текущей) смене',
    ),
    0,
  ),
  shift(
    words(
      '(?:за |в )?(?:прошл(?:ую|ая)|предыдущ(?:ую|ая)|последн(?:юю|яя)) смен[ау]' +
        '|в (?:прошлой|предыдущей) смене',
    ),
    1,
  ),
  lastNight(words('(?:прошлой|этой|вчера|сегодня) ночью|за (?:эту |прошлую )?ночь')),
  daysBack(words('позавчера'), 2),
  daysBack(words('вчера(?:шн\\S+(?: дня)?)?'), 1),
  daysBack(words('сегодня(?:шн\\S+)?|с начала (?:дня|суток)'), 0),
  calendar(words('(?:на |за )?позапрошл(?:ой|ую|ая) недел\\S+'), 'week', 2),
  calendar(words('(?:в |за )?позапрошл(?:ом|ый|ым) месяц(?:е|ем)?'), 'month', 2),
  calendar(words('(?:в |за )?позапрошл(?:ом|ый) год[у]?'), 'year', 2),
  calendar(words('(?:на |за )?эт(?:ой|у|а) недел\\S+|с начала недели'), 'week', 0),
  calendar(words('(?:на |за )?(?:прошл(?:ой|ую|ая)|предыдущ(?:ей|ую)) недел\\S+'), 'week', 1),
  calendar(words('(?:в |за )?эт(?:ом|от|им) месяц(?:е|ем)?|с начала месяца'), 'month', 0),
  calendar(
    words('(?:в |за )?(?:прошл(?:ом|ый|ым)|предыдущ(?:ем|ий|им)) месяц(?:е|ем)?'),
    'month',
    1,
  ),
  calendar(words('(?:в |за )?эт(?:ом|от) год[у]?'), 'year', 0),
  calendar(words('(?:в |за )?(?:прошл(?:ом|ый)|предыдущ(?:ем|ий)) год[у]?'), 'year', 1),
  from(
    words(
      '(?<!(?:сравн|разниц)\\S*(?: \\S+){0,5} )(?:со?|начиная со?)(?= (?:(?:поза)?вчера' +
        '|(?:\\d{1,2}(?:-?го)? )?(?:январ|феврал|март|апрел|ма[яи]|июн|июл|август)' +
        '|(?:\\d{1,2}(?:-?го)? )?(?:сентябр|октябр|ноябр|декабр)' +
        '|(?:прошл\\S+ )?(?:понед|втор|сред[ыу]|четв|пятн|суб|воскр|пн|вт|ср|чт|пт|сб|вс)))',
    ),
  ),
  from(words('(?:и )?(?:до|по) (?:сих пор|сеичас|настоящ\\S+ (?:момент\\S*|врем\\S*))')),
  ...weekdays.flatMap((name, index) => [
    lastWeekday(words(`(?:во? )?прошл(?:ый|ую|ое|ой|ого) (?:${name})`), index + 1),
    weekday(words(`(?:во? )?(?:${name})`), index + 1),
  ]),
  weekend(words('за (?:эти )?выходные|на (?:этих )?выходных|в (?:эти )?выходные'), false),
  weekend(words('(?:за |в )?(?:прошлые|прошедшие) выходные|на прошлых выходных'), true),
  sameTime(words('в это(?: же)? время|в то же время')),
  between(words(`(?:с|между|от) ${clock()} (?:до|по|и) ${clock('end')}`)),
  since(words(`(?:с|начиная с) ${clock()}`)),
  moment(words(`в ${clock()}`)),
  moment(words('(?<hours>\\d{1,2}):(?<minutes>\\d{2})')),
  partOfDay(words('в (?:обед|обеденн\\S+ \\S+)'), 12, 13),
  from(words('с(?= утра)')),
  partOfDay(words('утром|(?<=с )утра'), 6, 12),
  partOfDay(words('днем'), 12, 18),
  partOfDay(words('вечером'), 18, 24),
  partOfDay(words('ночью'), 0, 6),
]
