import { texts } from '../fold.ts'
import type { Lexicon } from '../lexicon.ts'
import {
  between,
  calendar,
  countPattern,
  date,
  daysBack,
  lastOf,
  moment,
  partOfDay,
  since,
  weekday,
  type UnitWord,
} from '../period-form.ts'
import { exactDates } from './dates.ts'

const clock = (end = '') =>
  `(?<${end}half>上午|下午|早上|凌晨|晚上)?(?<${end}hours>\\d{1,2})` +
  `(?::(?<${end}minutes>\\d{2})|[點点時时](?:(?<${end}minutes2>\\d{1,2})分)?)`
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
const extreme = '最高|最低|最大|最小|最熱|最冷|最多|最少'

export const chinese: Lexicon = {
  intents: [
    [
      'procedure',
      texts(
        '作業程序|操作程序|程序|流程|步驟|步骤|手冊|說明書|文章|標準作業|sop|該做什麼|要做什麼' +
          '|(?:該|要|應該)?(?:怎麼|怎么)(?:辦|办|做|處理|处理)' +
          '|(?:如何|怎麼|怎么|怎樣|怎样)(?![這那了樣回])(?=[^?？。，,\\s]{2})',
      ),
    ],
    [
      'outside',
      texts(
        '(?:超出|超過|超过|高於|高于|低於|低于|在)(?:其|它的|了)?(?:上下?|下)?(?:限|警報值|警报值|範圍|范围)(?:之外|以外|外|值)?' +
          '|超標|超限|過高|過低|太高|太低|太熱|太冷',
      ),
    ],
    [
      'top_alarms',
      texts(
        '(?:警報|警报|告警|報警)(?:次數|次数|數量)?最多|最多(?:次)?的?(?:警報|警报|告警)|最常(?:發生)?(?:警報|警报|告警)',
      ),
    ],
    [
      'active_alarms',
      texts(
        '(?:目前|現在|现在|當前|当前|進行中|未確認|未确认|持續中)(?:有|的|還有|有哪些|有什麼|有什么|有多少)*(?:警報|警报|告警)' +
          '|(?:有沒有|有没有|是否有)(?:任何)?(?:警報|警报|告警)',
      ),
    ],
    ['alarms', texts('警報|警报|告警|報警')],
    ['offline', texts('離線|离线|斷線|断线|失聯|沒有連線|未連線|沒有回應|沒連上')],
    ['online', texts('在線|在线|上線|連線|连线')],
    [
      'compare',
      texts('比較|比较|相比|對比|对比|差異|差异|差多少|相差|比起|跟.{1,20}比|比(?=昨|前|上|今|去)'),
    ],
    ['availability', texts('稼動率|可用率|可用性|利用率|使用率|妥善率|稼働率')],
    [
      'states',
      texts('綠燈|绿灯|紅燈|红灯|黃燈|黄灯|白燈|藍燈|亮.?(?:綠|紅|黃|白|藍)|狀態|状态|顏色|燈號'),
    ],
    ['trend', texts('趨勢|趋势|上升|下降|升高|降低|變化|变化|穩定|稳定')],
    [
      'rank',
      texts(
        `(?:哪|那)(?:一|些|幾|个|個|台|臺|支)*(?:感測器|感测器|傳感器|設備|设备|裝置|機台|機器|測點).{0,30}(?:${extreme})` +
          `|(?:${extreme})的?(?:前)?(?:\\d+|[一二三四五六七八九十])(?:個|个|台|名|支)|前(?:\\d+` +
          `|[一二三四五六七八九十])(?:名|個|个|大)|排名|排行`,
      ),
    ],
    [
      'count',
      texts('(?:多少|幾)(?:筆|个|個)?(?:讀數|读数|資料|数据|數據)|(?:讀數|資料)(?:筆數|數量)'),
    ],
    [
      'total',
      texts('總共|总共|總計|合計|累計|累计|累積|總量|總和|用了多少|產量|生產了|产量|生产了|消耗'),
    ],
    ['deviation', texts('標準差|标准差|標準偏差|波動|波动|偏差')],
    ['median', texts('中位數|中位数|中位值|中值')],
    ['average', texts('平均')],
    ['maximum', texts('最大|最高|峰值|極大|最熱')],
    ['minimum', texts('最小|最低|極小|最冷')],
    [
      'find',
      texts(
        '(?:有哪些|列出|哪些|所有|全部|幾個|多少個|多少個)(?:的)?(?:感測器|感测器|傳感器|設備|设备|裝置|機台|測點)' +
          '|(?:感測器|設備|裝置|機台)(?:有哪些|清單|列表)|尋找|搜尋|找出|找',
      ),
    ],
    ['value', texts('多少|幾度|目前|現在|现在|當前|当前|數值|数值|讀數|读数')],
  ],
  periods: [
    date(texts('(?:(?<year>\\d{4})年)?(?<month>\\d{1,2})月(?<date>\\d{1,2})[日號号]')),
    ...exactDates,
    lastOf(
      texts(`(?:最近|過去|过去|近)的?(?<count>${countPattern})?${unit}(?:內|内|以來)?`),
      units,
    ),
    lastOf(texts(`(?<count>${countPattern})${unit}(?:內|内|以來|以来)`), units),
    daysBack(texts('前天|前日'), 2),
    daysBack(texts('昨天|昨日'), 1),
    daysBack(texts('今天|今日|本日'), 0),
    calendar(texts('(?:這|这|本)(?:個|个)?(?:週|周|星期|禮拜)'), 'week', 0),
    ...weekdays.map((name, index) =>
      weekday(texts(`(?:上)?(?:週|周|星期|禮拜)${name}`), index + 1),
    ),
    calendar(texts('上(?:個|个)?(?:週|周|星期|禮拜)'), 'week', 1),
    calendar(texts('(?:這個?|这个?|本)月'), 'month', 0),
    calendar(texts('上(?:個|个)?月'), 'month', 1),
    calendar(texts('今年|本年'), 'year', 0),
    calendar(texts('去年'), 'year', 1),
    between(texts(`(?:從|从|在)?${clock()}(?:到|至|-|~|和)${clock('end')}(?:之間)?`)),
    since(texts(`(?:從|从|自)${clock()}(?:起|以來|以来|開始|至今|到現在)?`)),
    since(texts(`${clock()}(?:起|以來|以来|至今|到現在)`)),
    moment(texts(`(?:在)?${clock()}(?:的?時候|时候)?`)),
    partOfDay(texts('早上|上午'), 6, 12),
    partOfDay(texts('下午'), 12, 18),
    partOfDay(texts('晚上|傍晚'), 18, 24),
    partOfDay(texts('凌晨|半夜|夜間|夜裡'), 0, 6),
  ],
  fillers: texts(
    '[的是在有了嗎吗呢啊吧和與与或跟及請请問问個个台臺支次為为什麼么何那哪些多少幾几時时' +
      '候長长久從从到至於于我你它他她要會会能可以想知道看告訴诉顯显示數数值讀读目前現现當当下一共曾都不沒没把給给被讓让過过去來来最近內内間间裡里上說说]' +
      '|感測器|感测器|傳感器|設備|设备|裝置|機台|機器|測點|如何|怎麼|怎么|怎樣|分鐘|小時|發生|出現',
  ),
  above: texts('超過|超过|高於|高于|上限|過高|太高|太熱'),
  below: texts('低於|低于|下限|過低|太低|太冷'),
  lowest: texts('最低|最小|最少|最冷'),
  devices: texts('設備|设备|裝置|機台|機器'),
  top: texts('前(?<count>\\d{1,2})|(?<count2>\\d{1,2})(?:個|个|台|名|支)'),
}
