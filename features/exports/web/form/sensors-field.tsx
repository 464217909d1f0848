import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { listSensors } from '#features/sensors/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { searched, useSearch, useSearchedChoices } from '#kit/web/calls/use-choices.ts'
import { maximumExportSensors } from '../../contract/readings.ts'
import { placeOf, type ChosenSensor } from './draft.ts'

const listed = 50

interface SensorsFieldProps {
  readonly sensors: readonly ChosenSensor[]
  readonly isWrong: boolean
  readonly maximum?: number
  readonly onChange: (sensors: readonly ChosenSensor[]) => void
}

/** Which sensors are exported; found by words of their names and devices. */
export function SensorsField(props: SensorsFieldProps) {
  const { sensors, isWrong, maximum = maximumExportSensors, onChange } = props
  const translate = useTranslations('exports.form')
  const search = useSearch()
  const found = useFoundSensors(search.find)
  const choices = useSearchedChoices(search, found.query, translate('noSensor'))
  const known = new Map([...found.sensors, ...sensors].map((each) => [placeOf(each), each]))
  return (
    <Select<string[]>
      mode="multiple"
      className="export-sensors"
      aria-label={translate('sensors')}
      placeholder={translate('chooseSensors')}
      maxCount={maximum}
      {...(isWrong ? { status: 'error' } : {})}
      {...choices}
      value={sensors.map(placeOf)}
      onChange={(places) => onChange(places.flatMap((place) => known.get(place) ?? []))}
      options={[...known.values()].map((each) => ({ value: placeOf(each), label: each.label }))}
    />
  )
}

/** What the server finds for these words, each sensor with the name of its device. */
function useFoundSensors(find: string) {
  const { nameOf } = useDeviceNames()
  const query = useQuery({
    ...queryOf(listSensors, {
      query: { find, page: 1, limit: listed },
    }),
    select: replyData,
    ...searched,
  })
  return { sensors: (query.data ?? []).map((sensor) => chosenOf(sensor, nameOf)), query }
}

/** How devices are called, by their LESI ID; one that is not listed, or not yet, by that. */
export function useDeviceNames() {
  const { data, isPending } = useQuery({
    ...queryOf(listDevices, { body: {} }),
    select: replyData,
    meta: { quiet: true },
  })
  const names = new Map((data ?? []).map(({ lesiId, name }) => [lesiId, name]))
  return { nameOf: (lesiId: string) => names.get(lesiId) ?? lesiId, isPending }
}

export const chosenOf = (
  { lesiId, key, alias }: Sensor,
  nameOf: (lesiId: string) => string,
): ChosenSensor => ({ thing: lesiId, sensor: key, label: `${nameOf(lesiId)} · ${alias}` })
