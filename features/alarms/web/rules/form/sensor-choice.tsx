import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { listSensors } from '#features/sensors/contract/routes.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { searched, useSearch, useSearchedChoices } from '#kit/web/calls/use-choices.ts'
import type { SensorName } from '../../../contract/condition.ts'
import { placeOf, sensorAt, useNamedSensors } from './use-named-sensors.ts'

const listed = 50

interface SensorChoiceProps {
  readonly id: string
  readonly label?: string
  readonly sensors: readonly SensorName[]
  readonly isSeveral: boolean
  readonly maximum?: number
  readonly onChange: (sensors: readonly SensorName[]) => void
}

/** Sensors, found by words of their names and devices. */
export function SensorChoice(props: SensorChoiceProps) {
  const { id, label, sensors, isSeveral, maximum, onChange } = props
  const translate = useTranslations('alarms.rules.form')
  const search = useSearch()
  const query = useQuery({
    ...queryOf(listSensors, { query: { find: search.find, page: 1, limit: listed } }),
    select: replyData,
    ...searched,
  })
  const choices = useSearchedChoices(search, query, translate('noSensor'))
  const named = useNamedSensors(sensors)
  const chosen = sensors.filter(({ thing }) => thing !== '').map(placeOf)
  const found = (query.data ?? []).map(({ lesiId, key, alias }) => ({
    value: placeOf({ thing: lesiId, key }),
    label: `${alias} · ${lesiId}`,
  }))
  const shown = new Set(found.map(({ value }) => value))
  const others = chosen.filter((place) => !shown.has(place))
  const options = [
    ...found,
    ...others.map((place) => {
      const { thing, key } = sensorAt(place)
      return { value: place, label: `${named.get(place)?.alias ?? key} · ${thing}` }
    }),
  ]
  const common = {
    ...{ id, options, ...choices, className: 'alarm-rules-sensors' },
    ...(label !== undefined && { 'aria-label': label }),
    placeholder: translate('chooseSensors'),
  }
  if (isSeveral)
    return (
      <Select<string[]>
        {...common}
        mode="multiple"
        {...(maximum !== undefined && { maxCount: maximum })}
        maxTagCount={20}
        value={chosen}
        onChange={(places) => onChange(places.map(sensorAt))}
      />
    )
  return (
    <Select<string>
      {...common}
      {...(chosen[0] !== undefined && { value: chosen[0] })}
      onChange={(place) => onChange([sensorAt(place)])}
    />
  )
}
