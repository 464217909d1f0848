import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { listSensors } from '#features/sensors/contract/routes.ts'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useChoices } from '#kit/web/calls/use-choices.ts'
import type { FoundSensor } from '../../contract/routes.ts'

const listed = 50
const typingMs = 300
const maximumSearchLength = 200

interface SensorChoiceProps {
  readonly label: string
  readonly chosen: FoundSensor | null
  readonly onChange: (sensor: FoundSensor | null) => void
}

const placeOf = ({ thing, sensor }: FoundSensor): string => `${thing} ${sensor}`

/** One sensor, found by words of its name and device. */
export function SensorChoice({ label, chosen, onChange }: SensorChoiceProps) {
  const translate = useTranslations('imports.form')
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const found = useFoundSensors(useDebounced(typed, typingMs), isOpen)
  const choices = useChoices(found.query, translate('noSensor'))
  const known = new Map(
    [...found.sensors, ...(chosen ? [chosen] : [])].map((each) => [placeOf(each), each]),
  )
  return (
    <Select<string>
      className="import-sensor"
      aria-label={label}
      placeholder={translate('chooseSensor')}
      allowClear
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
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
      query: { find: find.slice(0, maximumSearchLength), page: 1, limit: listed },
    }),
    select: replyData,
    enabled: isAsked,
    meta: { quiet: true },
  })
  const sensors = (query.data ?? []).map(({ lesiId, key, alias }) => ({
    ...{ thing: lesiId, sensor: key, label: `${names.get(lesiId) ?? lesiId} · ${alias}` },
  }))
  return { sensors, query }
}
