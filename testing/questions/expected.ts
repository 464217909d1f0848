import type { Locale } from '#kit/model/locale.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { day, now, start, today, valueAt } from './plant.ts'

/** What an answer has to say, and about which sensors or devices it has to be. */
export interface Expected {
  /** Texts that the answer has, in figures of its language. */
  readonly has: readonly string[]
  /** Ids of the sensors that it cites; empty: none, null: whichever. */
  readonly sensors: readonly number[] | null
}

/** Built for the language of the question. */
export type Expect = (locale: Locale) => Expected

const minute = 60_000

/** Values of a sensor within a range, by definition. */
export function valuesOf({ id }: Sensor, from: number, to: number): number[] {
  const values: number[] = []
  for (let time = start; time <= now; time += minute)
    if (time >= from && time < to) values.push(valueAt[id]?.(time) ?? 0)
  return values
}

/** A number as the language writes it. */
export function figure(value: number, decimals: number, locale: Locale): string {
  const [whole = '', part] = Math.abs(value).toFixed(decimals).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, locale === 'vi' ? '.' : '\u202f')
  const mark = locale === 'en' || locale === 'zh-TW' ? '.' : ','
  return (value < 0 ? '\u2212' : '') + grouped + (part === undefined ? '' : mark + part)
}

const withUnit = ({ decimals, unit }: Sensor, value: number, locale: Locale) =>
  `${figure(value, decimals, locale)} ${unit}`

const about =
  (sensor: Sensor, value: number): Expect =>
  (locale) => ({
    has: [withUnit(sensor, value, locale)],
    sensors: [sensor.id],
  })

/** Named times of the questions, ms UTC. */
export const times = {
  today: [today, now],
  yesterday: [today - day, today],
  dayBefore: [today - 2 * day, today - day],
  thisWeek: [today - 4 * day, now],
  lastWeek: [today - 11 * day, today - 4 * day],
  lastHour: [now - 3_600_000, now],
  twoHours: [now - 2 * 3_600_000, now],
  eightHours: [now - 8 * 3_600_000, now],
  lastDay: [now - day, now],
  sinceYesterday: [today - day, now],
  lastNight: [today - 2 * 3_600_000, today + 6 * 3_600_000],
  yesterdayEvening: [today - 6 * 3_600_000, today],
  fridayBefore: [today - 7 * day, today - 6 * day],
  mondayToWednesday: [today - 4 * day, today - day],
  ninetyMinutes: [now - 5_400_000, now],
  eightToNoon: [today + 8 * 3_600_000, today + 12 * 3_600_000],
  tenToNoon: [today + 10 * 3_600_000, today + 12 * 3_600_000],
  threeToFive: [today - 9 * 3_600_000, today - 7 * 3_600_000],
  afterLunch: [today - 11 * 3_600_000, today - 9.5 * 3_600_000],
  november: [start, now],
  beforeLastWeek: [today - 18 * day, today - 11 * day],
  threeDaysAgo: [today - 3 * day, today - 2 * day],
  daytime: [today - 18 * 3_600_000, today - 6 * 3_600_000],
  weekend: [today - 6 * day, today - 4 * day],
  lastShift: [today + 6 * 3_600_000, today + 14 * 3_600_000],
  thisShift: [today + 14 * 3_600_000, now],
  threeHours: [now - 3 * 3_600_000, now],
  sevenDays: [now - 7 * day, now],
  monday: [today - 4 * day, today - 3 * day],
  eighteenth: [today - 2 * day, today - day],
  sixToEight: [today + 6 * 3_600_000, today + 8 * 3_600_000],
  morning: [today + 6 * 3_600_000, today + 12 * 3_600_000],
} as const
export type TimeName = keyof typeof times

const within = (sensor: Sensor, time: TimeName) => valuesOf(sensor, times[time][0], times[time][1])

export const present = (sensor: Sensor): Expect => about(sensor, valueAt[sensor.id]?.(now) ?? 0)

export const at = (sensor: Sensor, time: number): Expect =>
  about(sensor, valueAt[sensor.id]?.(time) ?? 0)

export function average(sensor: Sensor, time: TimeName): Expect {
  const values = within(sensor, time)
  return about(sensor, values.reduce((sum, value) => sum + value, 0) / values.length)
}

export const maximum = (sensor: Sensor, time: TimeName): Expect =>
  about(sensor, Math.max(...within(sensor, time)))

export const minimum = (sensor: Sensor, time: TimeName): Expect =>
  about(sensor, Math.min(...within(sensor, time)))

export function median(sensor: Sensor, time: TimeName): Expect {
  const values = within(sensor, time).toSorted((one, other) => one - other)
  const middle = (values.length - 1) / 2
  const of = (index: number) => values[index] ?? 0
  return about(sensor, (of(Math.floor(middle)) + of(Math.ceil(middle))) / 2)
}

export function deviation(sensor: Sensor, time: TimeName): Expect {
  const values = within(sensor, time)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return about(sensor, Math.sqrt(squares / (values.length - 1)))
}

/** Of a total that grows all the time: what it gained, the last value before the range included. */
export function total(sensor: Sensor, time: TimeName): Expect {
  const values = valuesOf(sensor, times[time][0] - minute, times[time][1])
  return about(sensor, (values.at(-1) ?? 0) - (values[0] ?? 0))
}

export const count =
  (sensor: Sensor, time: TimeName): Expect =>
  (locale) => ({
    has: [figure(within(sensor, time).length, 0, locale)],
    sensors: [sensor.id],
  })

/** Averages of two times, and their difference. */
export const compared =
  (sensor: Sensor, one: TimeName, other: TimeName): Expect =>
  (locale) => ({
    has: [one, other].flatMap((time) => average(sensor, time)(locale).has),
    sensors: [sensor.id],
  })

/** For how long values of a range were beyond a limit: each one counts for its minute. */
export function beyond(sensor: Sensor, time: TimeName): Expect {
  const { lowerAlarm, upperAlarm } = sensor
  const isBeyond = (value: number) =>
    value > (upperAlarm ?? Infinity) || value < (lowerAlarm ?? -Infinity)
  const all = within(sensor, time).filter(isBeyond).length
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  return (locale) => {
    const units = { en: 'h min', ru: 'ч мин', 'zh-TW': '小時 分', vi: 'giờ phút' }[locale].split(
      ' ',
    )
    const text = `${hours} ${units[0]} ${String(minutes).padStart(2, '0')} ${units[1]}`
    return { has: [text], sensors: [sensor.id] }
  }
}

/** These texts, whatever the language. */
export const contains =
  (texts: readonly string[], sensors: readonly Sensor[] | null = []): Expect =>
  () => ({ has: texts, sensors: sensors && sensors.map(({ id }) => id) })

/** For how long values of a range were beyond a value that the question says. */
export const above = (sensor: Sensor, value: number, time: TimeName): Expect =>
  beyond({ ...sensor, lowerAlarm: null, upperAlarm: value }, time)
export const below = (sensor: Sensor, value: number, time: TimeName): Expect =>
  beyond({ ...sensor, lowerAlarm: value, upperAlarm: null }, time)

/** All of them in one answer. */
export const all =
  (...expected: readonly Expect[]): Expect =>
  (locale) => {
    const parts = expected.map((each) => each(locale))
    return {
      has: parts.flatMap(({ has }) => has),
      sensors: parts.flatMap((each) => each.sensors ?? []),
    }
  }
