import { useQuery } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { lookUpSensors } from '#features/sensors/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { isOn, lampColourOf, meaningOf } from '#kit/model/states.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { useAlarmWords } from './use-alarm-words.ts'

type AlarmSensor = Alarm['sensor']
type Value = number | string | null

const noSensors: ReadonlyMap<number, Sensor> = new Map()
const SensorsContext = createContext(noSensors)

/** More are asked for in no case; what is left out is written as the device sent it. */
const maximumAsked = 500

/** Inside, values of lamps and detectors are written in the words of their sensors. */
export function SensorStates({
  alarms,
  children,
}: {
  readonly alarms: readonly Pick<Alarm, 'sensor'>[]
  readonly children: ReactNode
}) {
  const ids = useMemo(() => statedSensors(alarms), [alarms])
  const { data } = useQuery({
    ...queryOf(lookUpSensors, { body: { ids } }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    meta: { quiet: true },
  })
  const sensors = useMemo(
    () => (data ? new Map(data.data.map((sensor) => [sensor.id, sensor])) : noSensors),
    [data],
  )
  return <SensorsContext value={sensors}>{children}</SensorsContext>
}

function statedSensors(alarms: readonly Pick<Alarm, 'sensor'>[]): number[] {
  const stated = alarms.flatMap(({ sensor }) =>
    sensor?.type === 'lamp' || sensor?.type === 'detector' ? [sensor.id] : [],
  )
  return [...new Set(stated)].toSorted((one, other) => one - other).slice(0, maximumAsked)
}

/** Writes values of sensors: numbers with their unit, states in words; a dash for none. */
export function useValueText(): (sensor: AlarmSensor, value: Value) => string {
  const sensors = useContext(SensorsContext)
  const words = useAlarmWords()
  const translate = useTranslations('alarms')
  const colours = useTranslations('common.colours')
  return useCallback(
    (sensor: AlarmSensor, value: Value) => {
      const stated = sensor === null ? undefined : sensors.get(sensor.id)
      if (stated === undefined || value === null) return words.value(sensor, value)
      const word = meaningOf(stated, value)?.word
      if (word) return word
      if (stated.type === 'detector') return translate(isOn(value) ? 'on' : 'off')
      const colour = lampColourOf(stated, value)
      return colour === null ? String(value) : colours(colour)
    },
    [sensors, words, translate, colours],
  )
}
