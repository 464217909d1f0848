import { statementOf, type Phrases } from './phrases.ts'

export const vietnamese: Phrases = {
  units: { day: 'ngày', hour: 'giờ', minute: 'phút', second: 'giây' },
  colours: {
    ...{ green: 'xanh lá', red: 'đỏ', yellow: 'vàng' },
    ...{ white: 'trắng', blue: 'xanh dương', grey: 'tắt' },
  },
  ...{ on: 'bật', off: 'tắt', changing: 'đang đổi' },
  now: ({ name, value, age }) => `${name} hiện là ${value}, đo cách đây ${age}.`,
  badNow: ({ name, age }) => `Số đo cuối của ${name}, cách đây ${age}, là xấu: không có giá trị.`,
  stale: (age) => `Đã ${age} không có số đo mới, nên giá trị có thể đã khác.`,
  uncertain: 'Số đo này không chắc chắn.',
  aboveLimit: (limit) => `Giá trị này cao hơn giới hạn trên ${limit}.`,
  belowLimit: (limit) => `Giá trị này thấp hơn giới hạn dưới ${limit}.`,
  neverRead: (name) => `${name} chưa từng gửi số đo nào.`,
  at: ({ name, value, moment, readAt }) =>
    `Lúc ${moment}, ${name} là ${value} (số đo lúc ${readAt}).`,
  badAt: ({ name, moment }) => `Lúc ${moment}, ${name} không có giá trị dùng được.`,
  figure: {
    average: ({ name, value, span }) => `Trung bình các số đo của ${name} là ${value} (${span}).`,
    minimum: ({ name, value, span }) => `Giá trị thấp nhất của ${name} là ${value} (${span}).`,
    maximum: ({ name, value, span }) => `Giá trị cao nhất của ${name} là ${value} (${span}).`,
    median: ({ name, value, span }) => `Trung vị của ${name} là ${value} (${span}).`,
    deviation: ({ name, value, span }) => `Độ lệch chuẩn của ${name} là ${value} (${span}).`,
    total: ({ name, value, span }) => `${name} tích lũy ${value} (${span}).`,
  },
  reachedAt: (moment) => `Đạt lần đầu lúc ${moment}.`,
  summary: ({ name, average, minimum, maximum, span }) =>
    `${name} nằm giữa ${minimum} và ${maximum}, trung bình ${average} (${span}).`,
  readings: ({ name, count, bad, span }) =>
    `${name} có ${count} số đo dùng được${bad === null ? '' : ` và ${bad} số đo xấu`} (${span}).`,
  noReadings: ({ name, span }) => `${name} không có số đo dùng được (${span}).`,
  noFigure: ({ name }) => `${name} không có số liệu này.`,
  aboveFor: (time) => `cao hơn giới hạn trên trong ${time}`,
  belowFor: (time) => `thấp hơn giới hạn dưới trong ${time}`,
  beyond: ({ name, isAbove, value, time, span }) =>
    `${name} ${isAbove ? 'cao hơn' : 'thấp hơn'} ${value} trong ${time} (${span}).`,
  outside: ({ name, parts, span }) => `${name} ${parts.join(' và ')} (${span}).`,
  never: ({ name, span }) => `${name} luôn nằm trong giới hạn (${span}).`,
  noReason: 'Số đo không cho biết vì sao như vậy.',
  beyondNow: (count) =>
    count === 0 ? 'Không có cảm biến nào vượt giới hạn.' : `${count} cảm biến vượt giới hạn.`,
  upperLimit: ({ name, limit }) => `Giới hạn trên của ${name} là ${limit}.`,
  lowerLimit: ({ name, limit }) => `Giới hạn dưới của ${name} là ${limit}.`,
  noLimits: (name) => `${name} không có giới hạn.`,
  expired: (name) => `Số đo của ${name} trong thời gian đó đã hết hạn nên không thể biết.`,
  availability: ({ name, share, span }) =>
    `${name} có số đo dùng được trong ${share} thời gian (${span}).`,
  lampAvailability: ({ name, share, time, span }) =>
    `${name} sáng xanh lá ${time}, ${share} thời gian (${span}).`,
  states: ({ name, shares, span }) => `${name}: ${shares} (${span}).`,
  unknownTime: (time) => `Trong ${time} không rõ trạng thái.`,
  rising: ({ name, rate, span }) => `${name} đang tăng khoảng ${rate} (${span}).`,
  falling: ({ name, rate, span }) => `${name} đang giảm khoảng ${rate} (${span}).`,
  steady: ({ name, span }) => `${name} không có xu hướng rõ (${span}).`,
  perHour: (value) => `${value} mỗi giờ`,
  compared: ({ name, one, oneSpan, other, otherSpan }) =>
    `${name} trung bình là ${one} (${oneSpan}) và ${other} (${otherSpan}).`,
  comparedTotals: ({ name, one, oneSpan, other, otherSpan }) =>
    `${name} tích lũy ${one} (${oneSpan}) và ${other} (${otherSpan}).`,
  difference: ({ value, percent }) =>
    `Chênh lệch ${value}${percent === null ? '' : ` (${percent})`}.`,
  same: 'Không có chênh lệch.',
  alarmCount: ({ about, count, span }) =>
    statementOf(about, `${count === 0 ? 'không có cảnh báo' : `${count} cảnh báo`} (${span}).`),
  alarm: ({ name, rule, value, at, lasted }) => {
    const reading = value === null ? '' : `, giá trị ${value}`
    const length = lasted === null ? 'vẫn đang tiếp diễn' : `kéo dài ${lasted}`
    return `${at}: ${name}, ${rule}${reading}, ${length}.`
  },
  activeCount: ({ about, count }) =>
    statementOf(about, `${count === 0 ? 'hiện không có cảnh báo' : `hiện có ${count} cảnh báo`}.`),
  sensorLimit: 'giới hạn của cảm biến',
  more: (count) => `Và còn ${count} nữa.`,
  topAlarms: (span) => `Nhiều cảnh báo nhất (${span}):`,
  topAlarm: ({ name, count }) => `${name}: ${count} cảnh báo.`,
  offline: ({ name, since, duration }) =>
    since === null ? `${name} ngoại tuyến.` : `${name} ngoại tuyến từ ${since} (${duration}).`,
  online: ({ name, since }) =>
    since === null ? `${name} trực tuyến.` : `${name} trực tuyến từ ${since}.`,
  neverSeen: (name) => `${name} chưa từng kết nối.`,
  offlineCount: ({ offline, all }) =>
    offline === 0
      ? `Cả ${all} thiết bị đều trực tuyến.`
      : `${offline} trong ${all} thiết bị ngoại tuyến.`,
  onlineCount: ({ online, all }) => `${online} trong ${all} thiết bị trực tuyến.`,
  ranked: ({ lowest, unit }) =>
    `Giá trị hiện tại ${lowest ? 'thấp' : 'cao'} nhất${unit === null ? '' : ` (${unit})`}:`,
  rankedOf: ({ place, name, value }) => `${place}. ${name}: ${value}.`,
  deviceSensors: ({ name, count, list }) => `${name} có ${count} cảm biến: ${list}.`,
  found: ({ count, list }) => `Tìm thấy ${count} cảm biến: ${list}.`,
  deviceCount: ({ count, list }) => `Có ${count} thiết bị: ${list}.`,
  unknownSensor: 'Không có cảm biến hay thiết bị nào bạn được xem mang tên đó.',
  unknownWords: (words) => `Không rõ nghĩa ở đây: ${words}.`,
  tooMany: (count) => `${count} cảm biến khớp với tên này; hãy nêu thiết bị.`,
  notUnderstood:
    'Tôi trả lời được câu hỏi về giá trị, trung bình và cực trị, thời gian vượt giới ' +
    'hạn, trạng thái, xu hướng, so sánh, cảnh báo và thiết bị.',
  nameOne: 'Hãy nêu một cảm biến hoặc thiết bị.',
  inFuture: 'Thời điểm đó chưa đến.',
  unclearTime: 'Không rõ là khoảng thời gian nào.',
  onlyPresent: 'Chỉ có thể trả lời về hiện tại, không phải về quá khứ.',
  procedure: ({ name, title, excerpt }) => `Quy trình của ${name} là “${title}”: ${excerpt}`,
  article: ({ title, excerpt }) => `“${title}”: ${excerpt}`,
  noArticle: 'Không có bài viết đã xuất bản nào về việc này.',
  lists: { devices: 'Thiết bị', alarms: 'Cảnh báo', activeAlarms: 'Cảnh báo đang diễn ra' },
  suggestions: {
    yesterday: (name) => `${name} hôm qua thì sao?`,
    maximum: (name) => `${name} cao nhất hôm nay là bao nhiêu?`,
    alarms: (name) => `Cảnh báo của ${name} tuần này`,
    trend: (name) => `${name} đang tăng hay giảm?`,
    activeAlarms: 'Đang có cảnh báo nào?',
    offline: 'Thiết bị nào đang ngoại tuyến?',
  },
}
