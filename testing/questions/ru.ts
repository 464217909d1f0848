import * as expected from './expected.ts'
import * as plant from './plant.ts'
import type { Question } from './questions.ts'

const { at, average, compared, count, deviation, beyond, maximum, median, minimum } = expected
const { present, says, total } = expected
const { force, furnace, hour, lamp, level, now, parts, pressure1, pressure2, temperature1 } = plant
const { temperature2, today, vibration } = plant

export const russian: readonly Question[] = [
  ['Какое давление в котле 1?', present(pressure1)],
  ['давление котёл 2', present(pressure2)],
  ['Какая сейчас температура котла 2?', present(temperature2)],
  ['Текущий уровень в баке 1', present(level)],
  ['Покажи вибрацию насоса 7', present(vibration)],
  ['давлние в котле 1', present(pressure1)],
  ['Сколько градусов температура в котле 1 сейчас?', present(temperature1)],
  ['Какое было давление в котле 1 в 14:30?', at(pressure1, now - hour / 2)],
  ['Уровень в баке 1 вчера в 6 часов утра', at(level, today - 18 * hour)],
  ['Какая средняя температура котла 1 была вчера?', average(temperature1, 'yesterday')],
  ['>а сегодня?', average(temperature1, 'today')],
  ['>а у котла 2?', average(temperature2, 'today')],
  ['>а максимум?', maximum(temperature2, 'today')],
  ['>а давление?', maximum(pressure2, 'today')],
  ['Когда давление в котле 1 было самым высоким на этой неделе?', maximum(pressure1, 'thisWeek')],
  ['Минимальный уровень в баке 1 за последние 7 дней', minimum(level, 'sevenDays')],
  ['Среднее давление котла 2 на прошлой неделе', average(pressure2, 'lastWeek')],
  ['Медиана давления котла 2 с 6:00 до 8:00', median(pressure2, 'sixToEight')],
  ['Стандартное отклонение вибрации насоса 7 за вчера', deviation(vibration, 'yesterday')],
  ['Максимальная температура котла 2 за последние 3 часа', maximum(temperature2, 'threeHours')],
  ['Минимум давления котла 1 в понедельник', minimum(pressure1, 'monday')],
  ['Средний уровень 18.11.2026', average(level, 'eighteenth')],
  ['Средний уровень 18 ноября', average(level, 'eighteenth')],
  ['Максимум 爐膛溫度 за последний час', maximum(furnace, 'lastHour')],
  ['Среднее давление Máy ép 2 позавчера', average(force, 'dayBefore')],
  ['Средняя температура котла 1 сегодня утром', average(temperature1, 'morning')],
  ['Сколько деталей сделано сегодня?', total(parts, 'today')],
  ['Сколько деталей выпущено вчера?', total(parts, 'yesterday')],
  ['Всего деталей за прошлую неделю', total(parts, 'lastWeek')],
  ['Сколько показаний у уровня сегодня?', count(level, 'today')],
  ['Как долго уровень был ниже предела сегодня?', beyond(level, 'today')],
  ['Сколько времени давление котла 1 было выше предела вчера?', beyond(pressure1, 'yesterday')],
  ['Сколько вчера Tower горел красным?', says(['красный 8 ч 02 мин'], [lamp])],
  ['Доступность Tower вчера', says(['33,3 %'], [lamp])],
  ['Растёт ли 爐膛溫度?', says(['растёт', '60,0 °C'], [furnace])],
  ['Тренд температуры котла 1', says(['тенденции нет'], [temperature1])],
  ['Сравни уровень бака 1 сегодня и вчера', compared(level, 'today', 'yesterday')],
  [
    'Уровень на этой неделе по сравнению с прошлой неделей',
    compared(level, 'thisWeek', 'lastWeek'),
  ],
  ['Сколько тревог было вчера у котла 1?', says(['2 тревоги', '20 мин 00 с'], null)],
  ['>а сегодня', says(['3 тревоги'], null)],
  ['Какие тревоги сейчас активны?', says(['1 тревога', 'Level · Tank 1', 'продолжается'], null)],
  [
    'Какой датчик чаще всего давал тревоги на этой неделе?',
    says(['Pressure · Boiler 1: 5 тревог'], null),
  ],
  ['тревоги бака 1 за эту неделю', says(['1 тревога'], null)],
  ['Какие устройства не в сети?', says(['1 из 7', 'Máy ép 2', '13:00'])],
  ['Máy ép 2 на связи?', says(['нет связи', '2 ч 00 мин'])],
  ['Сколько устройств на связи?', says(['6 из 7'])],
  [
    'У каких датчиков самая высокая температура?',
    says(['1. 爐膛溫度'], [furnace, temperature1, temperature2]),
  ],
  ['Какие датчики есть у котла 1?', says(['2 датчика', 'Pressure, Temperature'])],
  ['Какая влажность в хранилище?', says(['такого имени нет'])],
  ['Какое давление в реакторе?', says(['реактор'], null)],
  ['Как заменить фильтр насоса?', says(['Замена фильтра насоса'])],
  ['Какая процедура для давления котла 1?', says(['Pressure · Boiler 1', 'Boiler pressure'])],
  ['Что делать, если уровень в баке 1 низкий?', says(['Tank runs dry'])],
  ['инструкция по ядерному реактору', says(['статьи об этом нет'])],
]
