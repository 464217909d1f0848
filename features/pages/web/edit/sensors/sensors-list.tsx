import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { sensorTypes, type SensorType } from '#kit/model/sensor.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { deviceListOf } from '#kit/web/catalogue/lists.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { AllSensors } from '../../calls/use-sensors.ts'
import { SensorLine, typeIcons } from './sensor-line.tsx'
import { sensorRows } from './sensor-rows.ts'
import type { Adding } from './use-adding.ts'
import { useListKeys } from '#kit/ui/list/use-list-keys.ts'
import { useVisibleRows } from '#kit/ui/list/use-visible-rows.ts'

interface SensorsListProps {
  readonly all: AllSensors
  readonly adding: Adding
}

/** CSS pixels; the same for devices and sensors, so that thousands of them need no measuring. */
const rowHeight = 44

/** Every sensor under its device, searched and chosen by type; only those in sight are drawn. */
export function SensorsList({ all, adding }: SensorsListProps) {
  const translate = useTranslations('pages.sensors')
  const [find, setFind] = useState('')
  const [type, setType] = useState<SensorType | null>(null)
  const rows = useRows(all, useDeferredValue(find), type)
  const { from, until, ref } = useVisibleRows(rows.length, rowHeight)
  const keys = useListKeys(rows.length, rowHeight)
  return (
    <>
      <label className="input">
        <Icon name="search" />
        <input
          type="search"
          placeholder={translate('search')}
          aria-label={translate('search')}
          maxLength={200}
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
      </label>
      <Types chosen={type} onChoose={setType} />
      {all.error && <FailureNotice error={all.error} onRetry={all.refetch} />}
      {rows.length === 0 && !all.error && (
        <p className="sensors-none">{translate(all.isComplete ? 'none' : 'wait')}</p>
      )}
      <div className="sensors-scroll" ref={ref} {...keys}>
        <ul style={{ height: rows.length * rowHeight }} aria-label={translate('label')}>
          {rows.slice(from, until).map((row, index) => (
            <SensorLine
              key={row.id}
              row={row}
              adding={adding}
              top={(from + index) * rowHeight}
              index={from + index}
              count={rows.length}
            />
          ))}
        </ul>
      </div>
    </>
  )
}

function useRows(all: AllSensors, find: string, type: SensorType | null) {
  const locale = useLocale()
  const devices = useQuery({
    ...queryOf(listDevices, { body: {} }),
    select: deviceListOf,
    meta: { quiet: true },
  }).data?.devices
  const names = useMemo(
    () => new Map((devices ?? []).map(({ lesiId, name }) => [lesiId, name])),
    [devices],
  )
  const { sensors } = all
  return useMemo(
    () => sensorRows(sensors, names, { find, type }, locale),
    [sensors, names, find, type, locale],
  )
}

interface TypesProps {
  readonly chosen: SensorType | null
  readonly onChoose: (type: SensorType | null) => void
}

/** One type alone, or with a second press all of them again. */
function Types({ chosen, onChoose }: TypesProps) {
  const translate = useTranslations('pages.sensors')
  return (
    <div className="sensor-types" role="group" aria-label={translate('type')}>
      {sensorTypes.map((type) => (
        <button
          key={type}
          type="button"
          aria-pressed={type === chosen}
          onClick={() => onChoose(type === chosen ? null : type)}
        >
          <Icon name={typeIcons[type]} size={14} />
          <span className="clip">{translate(`types.${type}`)}</span>
        </button>
      ))}
    </div>
  )
}
