import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { writeSensorNames, type SensorName } from '#kit/web/address/sensor-names.ts'
import { Icon } from '#kit/ui/icon.tsx'

interface ExportLinkProps {
  readonly sensor: Sensor | undefined
  /** What is shown together in its place. */
  readonly group: readonly SensorName[] | null
  /** What is shown, ms UTC. */
  readonly range: Range
}

/** Leads to the files of what is shown. */
export function ExportLink({ sensor, group, range: { from, to } }: ExportLinkProps) {
  const translate = useTranslations('history')
  const alone = sensor ? { thing: sensor.lesiId, sensor: sensor.key } : {}
  const named = group === null ? alone : { group: writeSensorNames(group) || undefined }
  return (
    <Link
      className="button history-export"
      to="/warroomCharts/export-excel"
      search={{ ...named, from, to }}
    >
      <Icon name="download" />
      {translate('export')}
    </Link>
  )
}
