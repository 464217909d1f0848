import * as expected from './expected.ts'
import * as plant from './plant.ts'
import type { Question } from './questions.ts'

const { at, average, compared, count, deviation, beyond, maximum, median, minimum } = expected
const { present, says, total } = expected
const { force, furnace, hour, lamp, level, now, parts, pressure1, pressure2, temperature1 } = plant
const { temperature2, today, vibration } = plant

export const vietnamese: readonly Question[] = [
  ['Áp suất nồi hơi 1 hiện tại là bao nhiêu?', present(pressure1)],
  ['áp suất nồi hơi 2', present(pressure2)],
  ['Nhiệt độ nồi hơi 2 bây giờ là bao nhiêu?', present(temperature2)],
  ['Mực nước bồn 1 hiện tại', present(level)],
  ['Độ rung của Насос 7 là bao nhiêu?', present(vibration)],
  ['ap suat noi hoi 1', present(pressure1)],
  ['cho tôi xem nhiệt độ của nồi hơi 1', present(temperature1)],
  ['Áp suất nồi hơi 1 lúc 14:30 là bao nhiêu?', at(pressure1, now - hour / 2)],
  ['Mực nước bồn 1 hôm qua lúc 6 giờ sáng', at(level, today - 18 * hour)],
  ['Nhiệt độ trung bình của nồi hơi 1 hôm qua là bao nhiêu?', average(temperature1, 'yesterday')],
  ['>còn hôm nay?', average(temperature1, 'today')],
  ['>còn nồi hơi 2?', average(temperature2, 'today')],
  ['>cao nhất là bao nhiêu?', maximum(temperature2, 'today')],
  ['>còn áp suất?', maximum(pressure2, 'today')],
  ['Khi nào áp suất nồi hơi 1 cao nhất tuần này?', maximum(pressure1, 'thisWeek')],
  ['Mực nước thấp nhất của bồn 1 trong 7 ngày qua', minimum(level, 'sevenDays')],
  ['Áp suất trung bình nồi hơi 2 tuần trước', average(pressure2, 'lastWeek')],
  ['Trung vị áp suất nồi hơi 2 từ 6:00 đến 8:00', median(pressure2, 'sixToEight')],
  ['Độ lệch chuẩn độ rung насос 7 hôm qua', deviation(vibration, 'yesterday')],
  ['Nhiệt độ cao nhất của nồi hơi 2 trong 3 giờ qua', maximum(temperature2, 'threeHours')],
  ['Áp suất thấp nhất nồi hơi 1 thứ hai', minimum(pressure1, 'monday')],
  ['Mực nước trung bình ngày 18/11', average(level, 'eighteenth')],
  ['Mực nước trung bình ngày 18 tháng 11', average(level, 'eighteenth')],
  ['爐膛溫度 cao nhất trong 1 giờ qua', maximum(furnace, 'lastHour')],
  ['Áp suất dầu trung bình của Máy ép 2 hôm kia', average(force, 'dayBefore')],
  ['Nhiệt độ trung bình nồi hơi 1 sáng nay', average(temperature1, 'morning')],
  ['Hôm nay sản xuất được bao nhiêu chi tiết?', total(parts, 'today')],
  ['Sản lượng chi tiết hôm qua', total(parts, 'yesterday')],
  ['Tổng số chi tiết tuần trước', total(parts, 'lastWeek')],
  ['Mực nước có bao nhiêu số đo hôm nay?', count(level, 'today')],
  ['Hôm nay mực nước thấp hơn giới hạn bao lâu?', beyond(level, 'today')],
  ['Hôm qua áp suất nồi hơi 1 vượt giới hạn bao lâu?', beyond(pressure1, 'yesterday')],
  ['Hôm qua Tower sáng đèn đỏ bao lâu?', says(['đỏ 8 giờ 02 phút'], [lamp])],
  ['Độ sẵn sàng của Tower hôm qua', says(['33,3 %'], [lamp])],
  ['爐膛溫度 có đang tăng không?', says(['đang tăng', '60,0 °C'], [furnace])],
  ['Xu hướng nhiệt độ nồi hơi 1', says(['không có xu hướng'], [temperature1])],
  ['So sánh mực nước bồn 1 hôm nay với hôm qua', compared(level, 'today', 'yesterday')],
  ['Mực nước tuần này so với tuần trước', compared(level, 'thisWeek', 'lastWeek')],
  ['Hôm qua nồi hơi 1 có bao nhiêu cảnh báo?', says(['2 cảnh báo', '20 phút 00 giây'], null)],
  ['>còn hôm nay', says(['3 cảnh báo'], null)],
  ['Đang có cảnh báo nào?', says(['1 cảnh báo', 'Level · Tank 1', 'tiếp diễn'], null)],
  ['Cảm biến nào nhiều cảnh báo nhất tuần này?', says(['Pressure · Boiler 1: 5 cảnh báo'], null)],
  ['cảnh báo của bồn 1 tuần này', says(['1 cảnh báo'], null)],
  ['Thiết bị nào đang mất kết nối?', says(['1 trong 7', 'Máy ép 2', '13:00'])],
  ['Máy ép 2 có trực tuyến không?', says(['ngoại tuyến', '2 giờ 00 phút'])],
  ['Có bao nhiêu thiết bị trực tuyến?', says(['6 trong 7'])],
  [
    'Cảm biến nào có nhiệt độ cao nhất?',
    says(['1. 爐膛溫度'], [furnace, temperature1, temperature2]),
  ],
  ['Nồi hơi 1 có những cảm biến nào?', says(['2 cảm biến', 'Pressure'])],
  ['Độ ẩm của kho bạc là bao nhiêu?', says(['Không có cảm biến'])],
  ['Áp suất của lò phản ứng hạt nhân là bao nhiêu?', says(['phản'], null)],
]
