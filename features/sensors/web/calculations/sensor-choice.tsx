import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { listConfigurations } from '#features/sensors/contract/routes.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { searched, useSearch, useSearchedChoices } from '#kit/web/calls/use-choices.ts'
import type { Sensor } from '#kit/model/sensor.ts'

const listed = 50

interface SensorChoiceProps {
  readonly onChoose: (sensor: Sensor) => void
}

/** Inserts a sensor into the expression. */
export function SensorChoice({ onChoose }: SensorChoiceProps) {
  const translate = useTranslations('sensors.calculations')
  const search = useSearch()
  const find = search.find.trim()
  const filter = find === '' ? {} : { find }
  const sensors = useQuery({
    ...queryOf(listConfigurations, { query: { ...filter, page: 1, limit: listed } }),
    ...searched,
  })
  const choices = useSearchedChoices(search, sensors, translate('noSensor'))
  const found = sensors.data?.data ?? []
  return (
    <Select<number>
      className="calculation-insert"
      aria-label={translate('insert')}
      placeholder={translate('insert')}
      {...choices}
      value={null}
      onChange={(id) => {
        const sensor = found.find((each) => each.id === id)
        search.setTyped('')
        if (sensor) onChoose(sensor)
      }}
      options={found.map(({ id, lesiId, key, alias }) => ({
        value: id,
        label: `${alias === key ? key : `${alias} (${key})`} · ${lesiId}`,
      }))}
    />
  )
}
