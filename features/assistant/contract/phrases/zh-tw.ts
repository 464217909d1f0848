import type { Phrases } from './phrases.ts'

export const chinese: Phrases = {
  units: { day: '天', hour: '小時', minute: '分', second: '秒' },
  colours: {
    ...{ green: '綠', red: '紅', yellow: '黃' },
    ...{ white: '白', blue: '藍', grey: '熄滅' },
  },
  ...{ on: '開', off: '關', changing: '變化中' },
  now: ({ name, value, age }) => `${name}目前為 ${value}，${age}前的讀數。`,
  badNow: ({ name, age }) => `${name}最近一筆讀數（${age}前）品質不良，沒有數值。`,
  stale: (age) => `已經 ${age}沒有新讀數，現況可能不同。`,
  uncertain: '這筆讀數不確定。',
  aboveLimit: (limit) => `高於上限 ${limit}。`,
  belowLimit: (limit) => `低於下限 ${limit}。`,
  neverRead: (name) => `${name}從未送出讀數。`,
  at: ({ name, value, moment, readAt }) => `${moment}時${name}為 ${value}（${readAt} 的讀數）。`,
  badAt: ({ name, moment }) => `${moment}時${name}沒有可用的數值。`,
  figure: {
    average: ({ name, value, span }) => `${name}的讀數平均為 ${value}（${span}）。`,
    minimum: ({ name, value, span }) => `${name}最低為 ${value}（${span}）。`,
    maximum: ({ name, value, span }) => `${name}最高為 ${value}（${span}）。`,
    median: ({ name, value, span }) => `${name}的中位數為 ${value}（${span}）。`,
    deviation: ({ name, value, span }) => `${name}的標準差為 ${value}（${span}）。`,
    total: ({ name, value, span }) => `${name}累計 ${value}（${span}）。`,
  },
  reachedAt: (moment) => `首次出現在 ${moment}。`,
  summary: ({ name, average, minimum, maximum, span }) =>
    `${name}介於 ${minimum} 與 ${maximum} 之間，平均 ${average}（${span}）。`,
  readings: ({ name, count, bad, span }) =>
    `${name}有 ${count} 筆可用讀數${bad === null ? '' : `，另有 ${bad} 筆不良`}（${span}）。`,
  noReadings: ({ name, span }) => `${name}沒有可用的讀數（${span}）。`,
  noFigure: ({ name }) => `${name}沒有這項數據。`,
  aboveFor: (time) => `高於上限 ${time}`,
  belowFor: (time) => `低於下限 ${time}`,
  beyond: ({ name, isAbove, value, time, span }) =>
    `${name}${isAbove ? '高於' : '低於'} ${value} 共 ${time}（${span}）。`,
  outside: ({ name, parts, span }) => `${name}${parts.join('，')}（${span}）。`,
  never: ({ name, span }) => `${name}一直在上下限之內（${span}）。`,
  noReason: '讀數無法說明原因。',
  beyondNow: (count) => (count === 0 ? '沒有感測器超出上下限。' : `${count} 個感測器超出上下限。`),
  upperLimit: ({ name, limit }) => `${name}的上限為 ${limit}。`,
  lowerLimit: ({ name, limit }) => `${name}的下限為 ${limit}。`,
  noLimits: (name) => `${name}沒有設定上下限。`,
  expired: (name) => `${name}那段時間的讀數已到期，無從得知。`,
  availability: ({ name, share, span }) => `${name}有 ${share} 的時間有可用讀數（${span}）。`,
  lampAvailability: ({ name, share, time, span }) =>
    `${name}亮綠燈 ${time}，占 ${share}（${span}）。`,
  states: ({ name, shares, span }) => `${name}：${shares}（${span}）。`,
  unknownTime: (time) => `另有 ${time}狀態不明。`,
  rising: ({ name, rate, span }) => `${name}正在上升，約${rate}（${span}）。`,
  falling: ({ name, rate, span }) => `${name}正在下降，約${rate}（${span}）。`,
  steady: ({ name, span }) => `${name}沒有明顯趨勢（${span}）。`,
  perHour: (value) => `每小時 ${value}`,
  compared: ({ name, one, oneSpan, other, otherSpan }) =>
    `${name}平均為 ${one}（${oneSpan}）與 ${other}（${otherSpan}）。`,
  comparedTotals: ({ name, one, oneSpan, other, otherSpan }) =>
    `${name}累計 ${one}（${oneSpan}）與 ${other}（${otherSpan}）。`,
  difference: ({ value, percent }) => `相差 ${value}${percent === null ? '' : `（${percent}）`}。`,
  same: '沒有差異。',
  alarmCount: ({ about, count, span }) =>
    `${about ?? ''}${count === 0 ? '沒有警報' : `共有 ${count} 次警報`}（${span}）。`,
  alarm: ({ name, rule, value, at, lasted }) => {
    const reading = value === null ? '' : `，數值 ${value}`
    const length = lasted === null ? '仍在持續' : `持續 ${lasted}`
    return `${at}：${name}，${rule}${reading}，${length}。`
  },
  activeCount: ({ about, count }) =>
    `${about ?? ''}${count === 0 ? '目前沒有警報' : `目前有 ${count} 個警報`}。`,
  sensorLimit: '感測器上下限',
  more: (count) => `另外還有 ${count} 個。`,
  topAlarms: (span) => `警報最多（${span}）：`,
  topAlarm: ({ name, count }) => `${name}：${count} 次警報。`,
  offline: ({ name, since, duration }) =>
    since === null ? `${name}離線。` : `${name}自 ${since} 起離線（${duration}）。`,
  online: ({ name, since }) => (since === null ? `${name}連線。` : `${name}自 ${since} 起連線。`),
  neverSeen: (name) => `${name}從未連線。`,
  offlineCount: ({ offline, all }) =>
    offline === 0 ? `${all} 台裝置全部連線。` : `${all} 台裝置中有 ${offline} 台離線。`,
  onlineCount: ({ online, all }) => `${all} 台裝置中有 ${online} 台連線。`,
  ranked: ({ lowest, unit }) =>
    `目前數值最${lowest ? '低' : '高'}的感測器${unit === null ? '' : `（${unit}）`}：`,
  rankedOf: ({ place, name, value }) => `${place}. ${name}：${value}。`,
  deviceSensors: ({ name, count, list }) => `${name}有 ${count} 個感測器：${list}。`,
  found: ({ count, list }) => `找到 ${count} 個感測器：${list}。`,
  deviceCount: ({ count, list }) => `共有 ${count} 台裝置：${list}。`,
  unknownSensor: '您可以查看的感測器與裝置中沒有這個名稱。',
  unknownWords: (words) => `這裡不明白的詞：${words}。`,
  tooMany: (count) => `有 ${count} 個感測器符合這個名稱，請指出裝置。`,
  notUnderstood: '我可以回答數值、平均與極值、超限時間、狀態、趨勢、比較、警報與裝置的問題。',
  nameOne: '請指出感測器或裝置。',
  inFuture: '那個時間還沒到。',
  unclearTime: '不清楚是指哪段時間。',
  onlyPresent: '只能回答目前的情況，無法回答過去的情況。',
  procedure: ({ name, title, excerpt }) => `${name} 的處理程序是「${title}」：${excerpt}`,
  article: ({ title, excerpt }) => `「${title}」：${excerpt}`,
  noArticle: '沒有已發佈的文章提到這件事。',
  lists: { devices: '裝置清單', alarms: '警報清單', activeAlarms: '目前的警報' },
  suggestions: {
    yesterday: (name) => `${name}昨天呢？`,
    maximum: (name) => `${name}今天最高是多少？`,
    alarms: (name) => `${name}本週的警報`,
    trend: (name) => `${name}的趨勢`,
    activeAlarms: '目前有哪些警報？',
    offline: '哪些裝置離線？',
  },
}
