import { words } from '../../fold.ts'
import {
  ago,
  between,
  calendar,
  date,
  daysBack,
  from,
  lastNight,
  lastOf,
  moment,
  month,
  partOfDay,
  sameTime,
  shift,
  since,
  weekday,
  weekend,
  weekdayLastWeek,
  type PeriodForm,
  type UnitWord,
} from '../../period-form.ts'
import { countPattern } from '../../spoken-numbers.ts'
import { exactDates } from './dates.ts'

const clock = (end = '') =>
  `(?<${end}hours>\\d{1,2})(?:[:h](?<${end}minutes>\\d{2})|h` +
  `| ?giờ(?: (?:(?<${end}minutes2>\\d{1,2})(?: phút)?|(?<${end}thirty>rưỡi)))?)` +
  `(?: (?<${end}half>sáng|chiều|tối|trưa|đêm))?`
const units: readonly UnitWord[] = [
  [/^giay/u, 'second'],
  [/^phut/u, 'minute'],
  [/^gio|^tieng/u, 'hour'],
  [/^ngay/u, 'day'],
  [/^tuan/u, 'week'],
  [/^thang/u, 'month'],
  [/^nam/u, 'year'],
]
const unit = '(?<unit>giây|phút|giờ|tiếng|ngày|tuần|tháng|năm)'
const weekdays = ['hai', 'ba', 'tư', 'năm', 'sáu', 'bảy']

/** Forms of a time. */
export const vietnameseTimes: readonly PeriodForm[] = [
  ...exactDates,
  // "Nồi hơi 1 tháng 11" is boiler 1 in November.
  date(
    words(
      '(?:ngày|hôm|mùng|từ|đến) (?<date>\\d{1,2}) tháng (?<month>\\d{1,2})' +
        '(?: năm (?<year>\\d{4}))?',
    ),
  ),
  date(words('(?:ngày |hôm )?(?<date>\\d{1,2})[/-](?<month>\\d{1,2})(?:[/-](?<year>\\d{4}))?')),
  month(words('(?:trong )?tháng (?<month>\\d{1,2})(?:(?: năm |[/-])(?<year>\\d{4}))?')),
  lastOf(
    words(
      `(?:(?:trong|suốt) )?(?<count>${countPattern}) ${unit} (?:gần đây|gần nhất|vừa qua` +
        `|trở lại đây)`,
    ),
    units,
  ),
  lastOf(words(`(?:trong|suốt) (?<count>${countPattern}) ${unit} (?:qua|nay)`), units),
  // "Nồi hơi 2 tuần này" is boiler 2 of this week, "nồi hơi 2 giờ này" of this time of the day.
  lastOf(words(`(?<count>${countPattern}) (?<unit>giây|phút|giờ|tiếng|ngày) qua`), units),
  lastOf(words(`(?<count>${countPattern}) (?<unit>giây|phút|tiếng|ngày) nay`), units),
  lastOf(
    words(
      `(?<count>(?!\\d)(?:${countPattern})|(?<=\\d )\\d{1,4}) (?<unit>tuần|tháng|năm) (?:qua|nay)`,
    ),
    units,
  ),
  lastOf(
    words(
      `(?:trong )?(?<count>${countPattern}) ${unit}(?<half> rưỡi)(?: (?:vừa )?qua` +
        `| gần đây|(?! trước))`,
    ),
    units,
  ),
  lastOf(words(`(?:trong )?(?<unit>giờ|phút|tiếng) (?:qua|vừa qua|gần nhất)`), units),
  lastOf(words(`trong (?<count>${countPattern}) ${unit}`), units),
  ago(words(`cách đây (?<count>${countPattern}) ${unit}(?: trước)?`), units),
  // "Boiler 2 tuần trước" is boiler 2 of the week before.
  ago(words(`(?<count>${countPattern}) (?<unit>giờ|tiếng|phút|ngày)(?<half> rưỡi)? trước`), units),
  shift(
    words(
      '(?:từ )?đầu ca(?: này)?(?: (?:đến|tới) (?:bây )?(?:giờ|nay))?' +
        '|(?:trong )?ca (?:này|hiện tại|đang làm)|trong ca',
    ),
    0,
  ),
  shift(words('(?:trong )?ca (?:trước|vừa rồi|vừa qua)'), 1),
  lastNight(words('(?:ban )?đêm (?:hôm )?qua|qua đêm')),
  daysBack(words('hôm kia'), 2),
  daysBack(words('hôm qua|ngày hôm qua|(?<=(?:sáng|trưa|chiều|tối) )qua'), 1),
  daysBack(words('hôm nay|ngày hôm nay'), 0),
  ...weekdays.map((name, index) =>
    weekdayLastWeek(
      words(`(?:vào )?thứ (?:${name}|${index + 2}) tuần (?:trước|qua|rồi)(?! nữa)`),
      index + 1,
    ),
  ),
  weekdayLastWeek(words('(?:vào )?chủ nhật tuần (?:trước|qua|rồi)(?! nữa)'), 7),
  ...weekdays.map((name, index) =>
    weekday(words(`(?:vào )?thứ (?:${name}|${index + 2})(?: vừa rồi)?`), index + 1),
  ),
  weekday(words('(?:vào )?chủ nhật'), 7),
  calendar(words('tuần (?:trước nữa|kia)'), 'week', 2),
  calendar(words('tháng (?:trước nữa|kia)'), 'month', 2),
  calendar(words('năm kia'), 'year', 2),
  calendar(words('tuần này|(?:từ )?đầu tuần'), 'week', 0),
  calendar(words('tuần (?:trước|qua|rồi)(?! nữa)'), 'week', 1),
  calendar(words('tháng này|(?:từ )?đầu tháng'), 'month', 0),
  calendar(words('tháng (?:trước|qua|rồi)(?! nữa)'), 'month', 1),
  calendar(words('năm nay'), 'year', 0),
  calendar(words('năm (?:ngoái|trước)'), 'year', 1),
  weekend(words('cuối tuần trước'), true),
  weekend(words('(?:vào )?cuối tuần(?: này| qua| vừa rồi)?'), false),
  sameTime(words('(?:vào )?(?:cùng giờ|giờ này)')),
  between(words(`(?:từ|giữa) ${clock()} (?:đến|tới|và) ${clock('end')}`)),
  between(words(`${clock()} ?(?:-|–|đến|tới) ?${clock('end')}`)),
  since(words(`(?:từ|kể từ) (?:lúc )?${clock()}`)),
  moment(words(`(?:lúc|vào lúc) ${clock()}`)),
  moment(
    words('(?<hours>\\d{1,2})(?:h| ?giờ)(?: (?<thirty>rưỡi))? (?<half>sáng|chiều|tối|trưa|đêm)'),
  ),
  moment(words('(?<hours>\\d{1,2})[:h](?<minutes>\\d{2})')),
  moment(words('(?:lúc |vào )?(?<hours>giữa trưa|nửa đêm)')),
  from(words('(?:kể )?từ(?= (?:sáng|hôm|thứ|ngày|đầu|nửa|giữa))')),
  // Without marks "tới nay", until now, is "tối nay", this evening.
  from(words('(?:cho )?(?:đến (?:bây )?(?:giờ|nay|hiện tại)|tới (?:(?:bây )?giờ|hiện tại))')),
  from(words('(?<=từ .{0,40})tới nay')),
  partOfDay(words('ban ngày'), 6, 18),
  partOfDay(words('buổi trưa|trưa'), 11, 13),
  partOfDay(
    words('(?<!ca )(?:buổi sáng|sáng nay|(?<=từ )sáng|sáng(?= (?:hôm|qua|thứ|ngày)))'),
    6,
    12,
  ),
  partOfDay(words('(?<!ca )(?:buổi chiều|chiều nay|chiều(?= (?:hôm|qua|thứ|ngày)))'), 12, 18),
  partOfDay(words('(?<!ca )(?:buổi tối|tối nay|tối(?= (?:hôm|qua|thứ|ngày)))'), 18, 24),
  partOfDay(words('ban đêm|đêm nay'), 0, 6),
]
