import type { Locale } from '#kit/model/locale.ts'
import { texts, words } from '../../fold.ts'

/**
 * Words of a time. Where one is left after the forms of times were read, the question means a time
 * that is not understood: "the last shift", "per hour". "How many hours" asks for a length.
 */
export const unreadTimes: Readonly<Record<Locale, RegExp>> = {
  en: words(
    "ever|all[ -]time|always|overall|q[1-4]|winter|summer|autumn|pm|o'clock" +
      '|at (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)' +
      '|weekdays?|workdays?|working|\\d{1,2}(?:st|nd|rd|th)|january|february|april|june' +
      '|july|august|september|october|november|december' +
      '|ago|weekends?|shifts?|quarters?|nights?|tonight|evenings?|mornings?|(?:first ' +
      '|second |last )?half|same period|tomorrow' +
      '|(?<!how many )(?:hours?|hrs?|minutes?|mins|days?|weeks?|months?|years?)|hourly|daily' +
      '|weekly|monthly|\\d{1,2}:\\d{2}|\\d{1,2} ?(?:am|pm)|\\d+ ?h|breakfast|lunch|before' +
      '|after|(?:every|each)(?=\\s{2})',
  ),
  ru: words(
    'всегда|когда-(?:либо|нибудь)|(?:за )?все время|всю историю|зим(?:а|у|ы|ои|е)' +
      '|лет(?:о|ом)|весн(?:а|у|ы|ои|е)|осен(?:ь|ью|и)' +
      '|позапрошл\\S+|будн\\S+|рабоч(?:ие|им|ее)|назад|(?:тот|то) же (?:период|время)' +
      '|аналогичн\\S+|смен(?:а|у|ы|е|ой)|полови\\S+' +
      '|пол ?(?:втор|трет|четв|пят|шест|седьм|восьм' +
      '|девят|десят)\\S*|выходн\\S+|квартал(?:а|е)?|ноч[ьи]|ночью|полн?оч\\S*|утр[ао]м?' +
      '|вечер[аом]*' +
      '|завтра|обед\\S*|завтрак\\S*|после|перед|прошл\\S+|предыдущ\\S+|\\d{1,2}:\\d{2}' +
      '|(?<!сколько )(?:час(?:а|ов|ам)?|минут\\S*|суток|сутки|дн(?:ей|я|и)|недел[юяиье]' +
      '|месяц(?:а|ев|е)?|год(?:а|у)?)',
  ),
  'zh-TW': texts(
    '有史|[歷历]史|[歷历]來|一直(?=\\s{2})|一直以|第[一二三四1-4]季|[春夏秋冬][季天]' +
      '|[一二三四五六七八九十]月|[一二三四五六七八九十][日號号](?=[的平最那當]|\\s|$)|十[一二三四五六七八九]?分' +
      '|平日|工作日|假日|上上|大前|同時段|同期|半[天年月日]|[上下前後]半|(?<![幾少]|[幾少]個)(?:小時|小时|鐘頭|分鐘|分钟|星期|禮拜|個月)' +
      '|週末|周末|季度|本季|上季' +
      '|[早中晚夜大小]班|[上這本下]一?班|昨|明(?=[天日早晚年])|前晚|夜|晚|凌晨|中午|上午|下午|(?:\\d|十|[二兩三四五六七八九])[點点]|\\d:' +
      '|[為为]止|截至|截止|直到|每[個个]?(?=\\s{2})' +
      '|(?<=\\s{2})(?:[初底末](?=[的平最]|\\s|$)|[上中下]旬)' +
      '|之前|以前|之後|以後|每[天日週周月時]|上[週周]|[前上]幾天',
  ),
  vi: words(
    'mọi (?:lúc|thời (?:gian|điểm|đại))|toàn bộ thời gian|lịch sử|mùa (?:xuân|hè|hạ|thu|đông)' +
      '|trước|nửa (?:ngày|đầu|cuối|sau|tháng|năm|tuần|buổi)|cùng (?:kỳ|thời (?:gian' +
      '|điểm))' +
      '|cuối tuần|ngày (?:thường|làm việc|nghỉ)|(?:mỗi|hàng|hằng|theo) (?:ngày|tuần' +
      '|tháng|giờ)|đêm(?= (?:hôm|thứ|ngày))|trước nữa' +
      '|(?:cuối|giữa|mỗi)(?=\\s{2})' +
      '|(?:đầu|cuối|giữa|mỗi|theo) ca|ca (?:này|trước|sáng|tối|đêm|ngày|chiều' +
      '|làm|[123])|quý (?:này|trước)|ngày mai|trưa' +
      '|(?:chiều|sáng|đêm|tối) (?:qua|nay|mai)|(?<!bao nhiêu |mấy )(?:tiếng|phút|tuần|tháng)' +
      '|(?<!bao nhiêu |mấy |bây |hiện |bao |đến |tốc độ |quạt |lưu lượng )giờ|\\d{1,2}[:h]\\d{0,2}',
  ),
}
