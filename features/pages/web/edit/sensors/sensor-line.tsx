import { useDraggable } from '@dnd-kit/react'
import { useTranslations } from 'use-intl'
import type { SensorType } from '#kit/model/sensor.ts'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { AddMenu } from './add-menu.tsx'
import type { SensorRow } from './sensor-rows.ts'
import type { Adding } from './use-adding.ts'

export const typeIcons: Readonly<Record<SensorType, IconName>> = {
  analog: 'analog',
  lamp: 'lamp',
  counter: 'counter',
  timer: 'timer',
  detector: 'detector',
  string: 'text',
}

interface SensorLineProps {
  readonly row: SensorRow
  readonly adding: Adding
  /** CSS pixels from the top of the list. */
  readonly top: number
  readonly index: number
  readonly count: number
}

/** A device, or a sensor that can be dragged into an area. */
export function SensorLine({ row, adding, top, index, count }: SensorLineProps) {
  const { number } = useFormat()
  const place = { 'data-line': index, 'aria-setsize': count, 'aria-posinset': index + 1 }
  if (row.kind === 'device')
    return (
      <li className="sensor-device" style={{ top }} {...place}>
        <span className="clip words">{row.name}</span>
        <small>{number(row.count)}</small>
      </li>
    )
  return (
    <li className="sensor-line" style={{ top }} {...place}>
      <LiftedSensor row={row} adding={adding} />
    </li>
  )
}

function LiftedSensor({
  row,
  adding,
}: {
  readonly row: Extract<SensorRow, { readonly kind: 'sensor' }>
  readonly adding: Adding
}) {
  const translate = useTranslations('pages.sensors')
  const hour = useTranslations('common.units')('hour')
  const { sensor } = row
  // Running hours are stored in seconds, and shown in hours.
  const unit = sensor.type === 'timer' ? hour : sensor.unit
  const addable = { sensor }
  const { ref, handleRef, isDragSource } = useDraggable({
    ...{ id: row.id, data: { addable }, disabled: !adding.isReady },
  })
  const { w, h } = adding.sizeOf(addable)
  const size = translate('size', { w, h })
  const areas = adding
    .areasWith(sensor)
    .map((area) => (area.name === '' ? area.number : isolated(area.name)))
  const about = [
    unit === '' ? size : `${unit}, ${size}`,
    ...(areas.length === 0
      ? []
      : [translate('inAreas', { count: areas.length, areas: areas.join(', ') })]),
  ].join(' · ')
  const name = isolated(sensor.alias)
  return (
    <div ref={ref} className="sensor-lift" data-lifted={isDragSource ? '' : undefined}>
      <button
        ref={handleRef}
        type="button"
        className="sensor-name"
        data-lift=""
        aria-disabled={!adding.isReady}
        aria-roledescription={translate('draggable')}
        title={sensor.alias}
      >
        <Icon name="grip" size={12} />
        <Icon name={typeIcons[sensor.type]} />
        <span className="sensor-words">
          <b className="clip words">{sensor.alias}</b>
          <small className="clip" title={about}>
            {about}
          </small>
        </span>
      </button>
      <AddMenu addable={addable} name={name} size={size} adding={adding} />
    </div>
  )
}
