import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { Icon } from '#kit/ui/icon.tsx'

interface ExportLinkProps {
  readonly sensor: Sensor | undefined
  /** What is shown, ms UTC. */
  readonly range: Range
}

/** Leads to the files of what is shown. */
export function ExportLink({ sensor, range: { from, to } }: ExportLinkProps) {
  const translate = useTranslations('history')
  const named = sensor ? { thing: sensor.lesiId, sensor: sensor.key } : {}
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
