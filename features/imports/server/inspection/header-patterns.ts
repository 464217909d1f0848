/** How columns are called in tables that people and our own exports make, in four languages. */
export const headerPatterns = {
  time: /^(?:(?:date[ _-]?time|timestamp|time|ts|date|zeit|datum)\b|時間|日期|время|дата|thời gian)/iu,
  device: /^(device|equipment|machine|asset|lesi ?id|устройство|裝置|thiết bị)$/iu,
  key: /^(key|tag|tag ?name|point|ключ|тег|鍵值?|khóa)$/iu,
  sensor: /^(sensor|signal|channel|name|variable|metric|parameter|датчик|感測器|cảm biến)$/iu,
  value: /^(value|reading|measurement|значение|показание|數值|值|giá trị)( |\(|$)/iu,
  quality: /^(quality|status|качество|品質|chất lượng)$/iu,
  uncertain: /^(uncertain|сомнительные|không chắc chắn|不確定)$/iu,
  offset: /^(utc offset|смещение от utc|utc 時差|độ lệch utc)$/iu,
} as const
