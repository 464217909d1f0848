import type { Locale } from '#kit/model/locale.ts'
import { texts, words } from '../../understanding/fold.ts'

/**
 * What a sentence may claim in words that a result of a tool can prove; a `verdict` none does: no
 * tool says whether something is normal or safe.
 */
export const claims = [
  ...(['offline', 'online', 'all_online', 'no_alarm', 'rising', 'falling', 'steady'] as const),
  ...(['within', 'beyond', 'verdict'] as const),
]
export type Claim = (typeof claims)[number]

/** Words of each claim, on folded text. */
export const claimWords: Readonly<Record<Locale, Readonly<Record<Claim, RegExp>>>> = {
  en: {
    offline: words('offline|disconnected|unreachable|not (?:responding|connected|online)'),
    online: words('(?<!not )(?:online|connected|reachable|responding)'),
    all_online: words('(?:all|every|each) .{0,40}(?:online|connected|reachable|responding)'),
    no_alarm: words(
      '(?:no|not any|not a single|without|zero|free of)(?: \\S+){0,2} (?:alarms?|alerts?)',
    ),
    rising: words('rising|increas\\S+|going up|climb\\S+|growing|grew|rose|upwards?'),
    falling: words('falling|decreas\\S+|going down|declin\\S+|fell|drop(?:s|ped|ping)|downwards?'),
    steady: words('stable|steady|constant|unchanged|flat|no (?:clear )?trend'),
    within: words('within (?:its |the |all )?(?:limits?|range)'),
    beyond: words(
      '(?:above|exceed\\S*) (?:its |the )?(?:upper )?limits?|below (?:its |the )?lower limits?' +
        '|(?:out of|beyond|outside(?: of)?) (?:its |the )?(?:limits?|range)',
    ),
    verdict: words(
      '(?:ab)?normal(?:ly)?|(?:un)?safe(?:ly)?|danger\\S*|ok|okay|fine|(?:un)?healthy|harmless' +
        '|acceptable|as expected|all ?right|(?:is|are|works?|runs?|running|all) well' +
        '|(?:good|perfect|bad|poor) (?:condition|order|shape|health)' +
        '|no (?:problems?|issues?|faults?|risks?|danger)|nothing (?:is )?wrong|faulty|broken',
    ),
  },
  ru: {
    offline: words('не в сети|оф?флаин|нет связи|без связи|не на связи|недоступ\\S*|не отвеча\\S*'),
    online: words('(?<!не )(?:в сети|на связи)|онлаин|подключен\\S*'),
    all_online: words('все .{0,40}(?:в сети|на связи|онлаин|подключен\\S*)'),
    no_alarm: words(
      '(?:нет|без|не было|отсутству\\S+|никаких|ни одной)(?: \\S+){0,2} (?:тревог|авари)\\S*' +
        '|(?:тревог|авари)\\S*(?: \\S+){0,2} (?:нет|не было|отсутству\\S+|не зафиксир\\S+)',
    ),
    rising: words('раст[уе]\\S*|рос(?:ла|ло|ли)?|повыша\\S+|повыси\\S+|увелич\\S+|вырос\\S*'),
    falling: words('пада\\S+|сниж\\S+|снизи\\S+|уменьш\\S+|упал\\S*'),
    steady: words('стабил\\S+|не меня\\S+|неизменн\\S+|тенденции нет|без (?:явнои )?тенденции'),
    within: words('в (?:пределах|допуске)|не выходи\\S+ за пределы'),
    beyond: words(
      '(?:выше|превы\\S+)(?: \\S+)? (?:предел|порог|уставк)\\S*|ниже нижн\\S+ предел\\S*' +
        '|(?:вне|за|вышл\\S+ за) предел\\S*',
    ),
    verdict: words(
      'норм|ненормальн\\S*|нормальн\\S*|в норме|штатн\\S*|(?:не)?безопасн\\S*|опасн\\S*' +
        '|(?:не)?исправн\\S*|в порядке|хорош\\S*|проблем\\S*|неполад\\S*|сломан\\S*',
    ),
  },
  'zh-TW': {
    offline: texts('離線|斷線|失聯|未連線|沒有連線'),
    online: texts('在線|上線|(?<!未|沒有)連線'),
    all_online: texts('(?:所有|全部|每一?[個台]|都|皆).{0,12}(?:在線|上線|連線)'),
    no_alarm: texts(
      '(?:沒有|無|未|並無)(?:發生|出現|任何|觸發|進行中|有效|的)*(?:警報|告警)|(?:警報|告警)(?:都|皆)?(?:沒有|無)',
    ),
    rising: texts('上升|升高|增加|提高|變大|上揚'),
    falling: texts('下降|降低|減少|變小|下滑'),
    steady: texts('穩定|平穩|持平|不變|沒有(?:明顯)?(?:的)?(?:趨勢|變化)'),
    within: texts('(?:在|於)(?:上下限|限值|範圍|界限)(?:之)?(?:內|中)|未超(?:出|過)'),
    beyond: texts('(?<!未)(?:超過|超出|高於)(?:其)?(?:上限|限值|範圍)|(?<!未)低於(?:其)?下限|超限'),
    verdict: texts('正常|異常|安全|危險|良好|沒問題|沒有問題|無虞|健康|故障|沒事|妥當'),
  },
  vi: {
    offline: words('ngoại tuyến|mất kết nối|không kết nối|offline'),
    online: words('trực tuyến|(?<!mất |không )kết nối|online'),
    all_online: words('(?:tất cả|mọi) .{0,40}(?:trực tuyến|kết nối|online)'),
    no_alarm: words(
      '(?:không có|không còn|chưa có|không xảy ra)(?: \\S+){0,2} (?:cảnh báo|báo động)',
    ),
    rising: words('tăng|đi lên'),
    falling: words('giảm|đi xuống|hạ xuống'),
    steady: words('ổn định|không đổi|không có xu hướng'),
    within: words('trong (?:giới hạn|ngưỡng|phạm vi)|không vượt'),
    beyond: words(
      '(?<!không )(?:vượt|cao hơn|trên)(?: quá)? (?:giới hạn|ngưỡng)|thấp hơn giới hạn dưới' +
        '|ngoài (?:giới hạn|phạm vi)',
    ),
    verdict: words(
      'bình thường|bất thường|an toàn|nguy hiểm|ổn(?! định)|tốt|không sao' +
        '|không có (?:vấn đề|sự cố)|hỏng',
    ),
  },
}
