import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNamed } from '#kit/web/texts/use-named.ts'
import type { Alarm, Shelf } from '../../contract/alarm.ts'
import { filledMessage } from '../../contract/message.ts'

const secondsPerHour = 3_600

type AlarmSensor = NonNullable<Alarm['sensor']>
type Named = Pick<Alarm, 'ruleName' | 'origin'>

/** Everything that is shown of an alarm; the same object while the language is the same. */
export type AlarmWords = ReturnType<typeof useAlarmWords>

/** Says alarms in the language of the page, with the decimals and the unit of their sensor. */
export function useAlarmWords() {
  const translate = useTranslations('alarms')
  const locale = useLocale()
  const format = useFormat()
  const named = useNamed()
  return useMemo(() => {
    const figure = (sensor: AlarmSensor | null, value: number): string => {
      if (sensor?.type === 'timer') return format.hours(value / secondsPerHour).text
      const written = format.number(value, sensor?.decimals ?? 0)
      return sensor === null || sensor.unit === '' ? written : `${written} ${sensor.unit}`
    }
    const cause = ({ cause: { kind, level, limit, withinMs }, sensor }: Alarm): string => {
      const time = withinMs === null ? '' : format.duration(withinMs)
      const amount = limit === null ? '' : figure(sensor, limit)
      const has = { hasLimit: limit === null ? 'no' : 'yes', hasTime: time === '' ? 'no' : 'yes' }
      const isLow = level === 'low' || level === 'low_low'
      const side = isLow ? 'low' : 'high'
      const count = limit ?? 0
      return translate(`cause.${kind}`, { side, amount, time, count, ...has })
    }
    const ruleName = ({ ruleName: name, origin }: Named): string =>
      name || translate(origin === 'lower' ? 'ownLower' : 'ownUpper')
    const value = (sensor: AlarmSensor | null, of: number | string | null): string =>
      of === null ? noFigure : typeof of === 'string' ? of : figure(sensor, of)
    const text = (alarm: Alarm): string => {
      const message = alarm.message[locale]
      if (!message) return cause(alarm)
      const { sensor, device } = alarm
      return filledMessage(message, {
        ...{ sensor: sensor?.alias ?? device.name, device: device.name, rule: ruleName(alarm) },
        value: value(sensor, alarm.value),
        limit: value(sensor, alarm.cause.limit),
      })
    }
    return {
      /** What is wrong: the rule's own message, else the usual text of its kind. */
      text,
      ruleName,
      /** Which rule it is of, and what is wrong. */
      sentence: (alarm: Alarm): string => named(ruleName(alarm), text(alarm)),
      /** Everything by which somebody may look for it. */
      searched: (alarm: Alarm): string => {
        const { sensor, device } = alarm
        const names = [device.name, device.lesiId, sensor?.alias ?? '', sensor?.key ?? '']
        return [ruleName(alarm), text(alarm), ...names].join('\n')
      },
      /** What it is about: the sensor, else the device. */
      subject: ({ sensor, device }: Pick<Alarm | Shelf, 'sensor' | 'device'>): string =>
        sensor?.alias ?? device.name,
      /** A value of its sensor with the unit; a dash for none. */
      value,
    }
  }, [translate, named, locale, format])
}
