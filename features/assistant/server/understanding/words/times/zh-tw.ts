import { texts } from '../../fold.ts'
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
  `(?<${end}half>上午|下午|早上?|凌晨|晚上?|中午)?(?<![十二\\d])(?<${end}hours>\\d{1,2}|十[一二]?` +
  `|[二兩两三四五六七八九]|(?<=[上下]午|早上|凌晨|晚上|半夜)一|正午|中午|午夜)` +
  `(?::(?<${end}minutes>\\d{2})|[點点時时]整?(?:(?<${end}minutes2>\\d{1,2})分?` +
  `|(?<${end}minutes3>[二三四五]?十[一二三四五六七八九]?|零?[一二三四五六七八九])分` +
  `|(?<${end}quarters>[一三])刻|(?<${end}thirty>半))?|(?<=[午夜]))`
const units: readonly UnitWord[] = [
  [/^秒/u, 'second'],
  [/^分/u, 'minute'],
  [/小時|小时|鐘頭/u, 'hour'],
  [/^天|^日/u, 'day'],
  [/週|周|星期|禮拜/u, 'week'],
  [/月/u, 'month'],
  [/年/u, 'year'],
]
const unit =
  '(?<unit>秒鐘?|分鐘|分钟|個?小時|个?小时|個?鐘頭|天|日|個?星期|個?禮拜|週|周|個月|个月|年)'
const weekdays = ['一', '二', '三', '四', '五', '六', '[日天]']

/** Forms of a time. */
export const chineseTimes: readonly PeriodForm[] = [
  date(texts('(?:(?<year>\\d{4})年)?(?<month>\\d{1,2})月(?<date>\\d{1,2})[日號号]')),
  ...exactDates,
  month(texts('(?:(?<year>\\d{4})年)?(?<month>\\d{1,2})月份?(?!\\d)')),
  date(texts('(?<![\\d/])(?<month>\\d{1,2})/(?<date>\\d{1,2})(?![\\d/])')),
  lastOf(texts(`(?:最近|過去|过去|近)的?(?<count>${countPattern})?${unit}(?:內|内|以來)?`), units),
  lastOf(
    texts(
      `(?:最近|過去|过去|近)的?(?<count>${countPattern})個(?<half>半)(?<unit>小時|小时|鐘頭)` +
        '(?:內|内|以來)?',
    ),
    units,
  ),
  lastOf(texts('(?:上一?個|上一|前一?個|前一)(?<unit>小時|小时|鐘頭)'), units),
  lastOf(texts(`(?<count>${countPattern})${unit}(?:內|内|以來|以来)`), units),
  ago(texts(`(?<count>${countPattern})個(?<half>半)(?<unit>小時|小时|鐘頭)(?:之|以)?前`), units),
  ago(texts(`(?<count>${countPattern})${unit}(?:之|以)?前`), units),
  shift(
    texts('從?(?:這|这|本|當|目前這)(?:一|個)?班(?:次)?(?:開始|以來)?(?:[到至](?:現在|今))?'),
    0,
  ),
  shift(texts('(?:上一|上個|上一個|前一|前一個|前)班(?:次)?'), 1),
  lastNight(texts('昨夜|昨天夜裡|昨天半夜')),
  daysBack(texts('大前天'), 3),
  daysBack(texts('前天|前日|前(?=晚)'), 2),
  daysBack(texts('昨天|昨日|昨(?=[晚早])'), 1),
  daysBack(texts('今天|今日|本日|今(?=[晚早])'), 0),
  from(
    texts(
      '[到至](?:現在|现在|目前|今)|起至今|以來|以来|(?:從|从|自)(?=[昨前上週周星禮這本半午中正])',
    ),
  ),
  calendar(texts('(?:這|这|本)(?:個|个)?(?:週|周|星期|禮拜)(?![一二三四五六日天])'), 'week', 0),
  ...weekdays.flatMap((name, index) => [
    weekdayLastWeek(texts(`(?<!上)上(?:個|个)?(?:週|周|星期|禮拜)${name}`), index + 1),
    weekday(texts(`(?:週|周|星期|禮拜)${name}`), index + 1),
  ]),
  calendar(texts('上上(?:個|个)?(?:週|周|星期|禮拜)(?![一二三四五六日天])'), 'week', 2),
  calendar(texts('上上(?:個|个)?月'), 'month', 2),
  calendar(texts('前年'), 'year', 2),
  calendar(texts('(?<!上)上(?:個|个)?(?:週|周|星期|禮拜)(?!末)'), 'week', 1),
  calendar(texts('(?:這個?|这个?|本)月|(?<![個个上下])月初(?:以來|到現在|至今)?'), 'month', 0),
  calendar(texts('(?<!上)上(?:個|个)?月'), 'month', 1),
  calendar(texts('今年|本年'), 'year', 0),
  calendar(texts('去年'), 'year', 1),
  weekend(texts('上(?:個|一個)?[週周]末'), true),
  weekend(texts('(?:這個?|本)?[週周]末'), false),
  sameTime(texts('(?:的)?(?:同一?時間|同樣時間|這個時候|這時候)')),
  between(texts(`(?:從|从|在)?${clock()}(?:到|至|-|~|和)${clock('end')}(?:之間)?`)),
  since(texts(`(?:從|从|自)${clock()}(?:起|以來|以来|開始|至今|到現在)?`)),
  since(texts(`${clock()}(?:起|以來|以来|至今|到現在)`)),
  moment(texts(`(?:在)?${clock()}(?:的?時候|时候)?`)),
  partOfDay(texts('白天|日間'), 6, 18),
  partOfDay(texts('早上|上午|(?<=[昨今前])早'), 6, 12),
  partOfDay(texts('下午'), 12, 18),
  partOfDay(texts('晚上|傍晚|(?<=[昨今前])晚'), 18, 24),
  partOfDay(texts('中午'), 11, 13),
  partOfDay(texts('凌晨|半夜|夜間|夜裡'), 0, 6),
]
