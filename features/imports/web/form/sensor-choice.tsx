import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { listSensors } from '#features/sensors/contract/routes.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { searched, useSearch, useSearchedChoices } from '#kit/web/calls/use-choices.ts'
import type { FoundSensor } from '../../contract/routes.ts'

const listed = 50

interface SensorChoiceProps {
  readonly label: string
  readonly chosen: FoundSensor | null
  readonly onChange: (sensor: FoundSensor | null) => void
}

const placeOf = ({ thing, sensor }: FoundSensor): string => `${thing} ${sensor}`

/** One sensor, found by words of its name and device. */
export function SensorChoice({ label, chosen, onChange }: SensorChoiceProps) {
  const translate = useTranslations('imports.form')
  const search = useSearch()
  const [isOpen, setIsOpen] = useState(false)
  const found = useFoundSensors(search.find, isOpen)
  const choices = useSearchedChoices(search, found.query, translate('noSensor'))
  const known = new Map(
    [...found.sensors, ...(chosen ? [chosen] : [])].map((each) => [placeOf(each), each]),
  )
  return (
    <Select<string>
      className="import-sensor"
      aria-label={label}
      placeholder={translate('chooseSensor')}
      allowClear
      {...choices}
      onOpenChange={(opens) => {
        setIsOpen(opens)
        choices.onOpenChange(opens)
      }}
      {...(chosen ? { value: placeOf(chosen) } : {})}
      onChange={(place) => onChange(known.get(place) ?? null)}
      options={[...known.values()].map((each) => ({ value: placeOf(each), label: each.label }))}
    />
  )
}

/** What the server finds for these words, each sensor with the name of its device. */
function useFoundSensors(find: string, isAsked: boolean) {
  const devices = useQuery({
    ...queryOf(listDevices, { body: {} }),
    select: replyData,
    enabled: isAsked,
    meta: { quiet: true },
  }).data
  const names = new Map((devices ?? []).map(({ lesiId, name }) => [lesiId, name]))
  const query = useQuery({
    ...queryOf(listSensors, {
      query: { find, page: 1, limit: listed },
    }),
    select: replyData,
    enabled: isAsked,
    ...searched,
  })
  const sensors = (query.data ?? []).map(({ lesiId, key, alias }) => ({
    ...{ thing: lesiId, sensor: key, label: `${names.get(lesiId) ?? lesiId} · ${alias}` },
  }))
  return { sensors, query }
}
