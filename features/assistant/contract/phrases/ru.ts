import { statementOf, type Phrases } from './phrases.ts'

const rules = new Intl.PluralRules('ru')
const plural = (count: number, one: string, few: string, many: string) => {
  const rule = rules.select(count)
  return `${count} ${rule === 'one' ? one : rule === 'few' ? few : many}`
}
const alarms = (count: number) => plural(count, 'тревога', 'тревоги', 'тревог')
const sensors = (count: number) => plural(count, 'датчик', 'датчика', 'датчиков')
const devices = (count: number) => plural(count, 'устройство', 'устройства', 'устройств')

export const russian: Phrases = {
  units: { day: 'сут', hour: 'ч', minute: 'мин', second: 'с' },
  colours: {
    ...{ green: 'зелёный', red: 'красный', yellow: 'жёлтый' },
    ...{ white: 'белый', blue: 'синий', grey: 'не горит' },
  },
  ...{ on: 'включено', off: 'выключено', changing: 'меняется' },
  now: ({ name, value, age }) => `${name}: сейчас ${value}, показание получено ${age} назад.`,
  badNow: ({ name, age }) =>
    `${name}: последнее показание (${age} назад) недостоверно, значения нет.`,
  stale: (age) => `Новых показаний нет уже ${age}, значение могло измениться.`,
  uncertain: 'Показание сомнительно.',
  aboveLimit: (limit) => `Это выше верхнего предела ${limit}.`,
  belowLimit: (limit) => `Это ниже нижнего предела ${limit}.`,
  neverRead: (name) => `${name}: показаний ещё не было.`,
  at: ({ name, value, moment, readAt }) =>
    `${name}: ${moment} было ${value} (показание от ${readAt}).`,
  badAt: ({ name, moment }) => `${name}: ${moment} пригодного значения не было.`,
  figure: {
    average: ({ name, value, span }) => `${name}: среднее показаний ${value} (${span}).`,
    minimum: ({ name, value, span }) => `${name}: минимум ${value} (${span}).`,
    maximum: ({ name, value, span }) => `${name}: максимум ${value} (${span}).`,
    median: ({ name, value, span }) => `${name}: медиана ${value} (${span}).`,
    deviation: ({ name, value, span }) => `${name}: стандартное отклонение ${value} (${span}).`,
    total: ({ name, value, span }) => `${name}: накоплено ${value} (${span}).`,
  },
  reachedAt: (moment) => `Впервые достигнуто ${moment}.`,
  summary: ({ name, average, minimum, maximum, span }) =>
    `${name}: от ${minimum} до ${maximum}, в среднем ${average} (${span}).`,
  readings: ({ name, count, bad, span }) => {
    const more = bad === null ? '' : `, недостоверных ${bad}`
    return `${name}: пригодных показаний ${count}${more} (${span}).`
  },
  noReadings: ({ name, span }) => `${name}: пригодных показаний нет (${span}).`,
  noFigure: ({ name }) => `${name}: такой величины нет.`,
  aboveFor: (time) => `выше верхнего предела ${time}`,
  belowFor: (time) => `ниже нижнего предела ${time}`,
  beyond: ({ name, isAbove, value, time, span }) =>
    `${name}: ${isAbove ? 'выше' : 'ниже'} ${value} в течение ${time} (${span}).`,
  outside: ({ name, parts, span }) => `${name}: ${parts.join(', ')} (${span}).`,
  never: ({ name, span }) => `${name}: значения оставались в пределах (${span}).`,
  noReason: 'Почему так, по показаниям узнать нельзя.',
  beyondNow: (count) =>
    count === 0 ? 'За пределами нет ни одного датчика.' : `За пределами: ${sensors(count)}.`,
  upperLimit: ({ name, limit }) => `${name}: верхний предел — ${limit}.`,
  lowerLimit: ({ name, limit }) => `${name}: нижний предел — ${limit}.`,
  noLimits: (name) => `${name}: пределы не заданы.`,
  expired: (name) => `${name}: показания за это время уже удалены, узнать это нельзя.`,
  availability: ({ name, share, span }) =>
    `${name}: пригодные показания были ${share} времени (${span}).`,
  lampAvailability: ({ name, share, time, span }) =>
    `${name}: зелёный горел ${time}, ${share} времени (${span}).`,
  states: ({ name, shares, span }) => `${name}: ${shares} (${span}).`,
  unknownTime: (time) => `Состояние неизвестно: ${time}.`,
  rising: ({ name, rate, span }) => `${name}: растёт примерно на ${rate} (${span}).`,
  falling: ({ name, rate, span }) => `${name}: снижается примерно на ${rate} (${span}).`,
  steady: ({ name, span }) => `${name}: явной тенденции нет (${span}).`,
  perHour: (value) => `${value} в час`,
  compared: ({ name, one, oneSpan, other, otherSpan }) =>
    `${name}: в среднем ${one} (${oneSpan}) и ${other} (${otherSpan}).`,
  comparedTotals: ({ name, one, oneSpan, other, otherSpan }) =>
    `${name}: накоплено ${one} (${oneSpan}) и ${other} (${otherSpan}).`,
  difference: ({ value, percent }) =>
    `Разница: ${value}${percent === null ? '' : ` (${percent})`}.`,
  same: 'Разницы нет.',
  alarmCount: ({ about, count, span }) =>
    statementOf(about, `${count === 0 ? 'тревог не было' : alarms(count)} (${span}).`),
  alarm: ({ name, rule, value, at, lasted }) => {
    const reading = value === null ? '' : `, значение ${value}`
    const length = lasted === null ? 'ещё продолжается' : `длилась ${lasted}`
    return `${at}: ${name}, ${rule}${reading}, ${length}.`
  },
  activeCount: ({ about, count }) =>
    statementOf(
      about,
      `${count === 0 ? 'активных тревог нет' : `сейчас активно: ${alarms(count)}`}.`,
    ),
  sensorLimit: 'предел датчика',
  more: (count) => `И ещё ${count}.`,
  topAlarms: (span) => `Больше всего тревог (${span}):`,
  topAlarm: ({ name, count }) => `${name}: ${alarms(count)}.`,
  offline: ({ name, since, duration }) =>
    since === null ? `${name}: нет связи.` : `${name}: нет связи с ${since} (${duration}).`,
  online: ({ name, since }) =>
    since === null ? `${name}: на связи.` : `${name}: на связи с ${since}.`,
  neverSeen: (name) => `${name}: ещё ни разу не выходило на связь.`,
  offlineCount: ({ offline, all }) =>
    offline === 0
      ? `Все устройства на связи: ${all}.`
      : `Без связи ${offline} из ${all} устройств.`,
  onlineCount: ({ online, all }) => `На связи ${online} из ${all} устройств.`,
  ranked: ({ lowest, unit }) =>
    `Самые ${lowest ? 'низкие' : 'высокие'} текущие значения${unit === null ? '' : `, ${unit}`}:`,
  rankedOf: ({ place, name, value }) => `${place}. ${name}: ${value}.`,
  deviceSensors: ({ name, count, list }) => `${name}: ${sensors(count)}: ${list}.`,
  found: ({ count, list }) => `Найдено: ${sensors(count)}: ${list}.`,
  deviceCount: ({ count, list }) => `Всего ${devices(count)}: ${list}.`,
  unknownSensor: 'Среди доступных вам датчиков и устройств такого имени нет.',
  unknownWords: (words) => `Не знаю, что здесь значит: ${words}.`,
  tooMany: (count) => `Под это имя подходит ${sensors(count)}; назовите устройство.`,
  notUnderstood:
    'Я отвечаю на вопросы о значениях, средних и крайних величинах, времени вне ' +
    'пределов, состояниях, тенденциях, сравнениях, тревогах и устройствах.',
  nameOne: 'Назовите датчик или устройство.',
  inFuture: 'Это время ещё не наступило.',
  unclearTime: 'Неясно, какое время имеется в виду.',
  onlyPresent: 'Можно сказать только о настоящем времени, не о прошлом.',
  procedure: ({ name, title, excerpt }) => `Инструкция для ${name} — «${title}»: ${excerpt}`,
  article: ({ title, excerpt }) => `«${title}»: ${excerpt}`,
  noArticle: 'Опубликованной статьи об этом нет.',
  lists: { devices: 'Устройства', alarms: 'Тревоги', activeAlarms: 'Активные тревоги' },
  suggestions: {
    yesterday: (name) => `А ${name} вчера?`,
    maximum: (name) => `${name}: максимум сегодня?`,
    alarms: (name) => `Тревоги ${name} на этой неделе`,
    trend: (name) => `${name} растёт?`,
    activeAlarms: 'Какие тревоги сейчас активны?',
    offline: 'Какие устройства не на связи?',
  },
}
