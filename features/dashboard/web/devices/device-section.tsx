import { memo, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Thing } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { hub, useLiveNode, type Mounted } from '#kit/web/live/index.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { attributeWriter, part, textWriter } from '#kit/ui/write.ts'
import { arrange } from '../grid/arrange.ts'
import { WidgetBlock } from '../grid/widget-block.tsx'
import './device-section.css'

interface DeviceSectionProps {
  readonly thing: Thing
  readonly sensors: readonly Sensor[]
  readonly isFirst: boolean
}

/** A device: its name, status and the age of its newest reading, and the widgets of its sensors. */
export const DeviceSection = memo(function DeviceSection({
  thing,
  sensors,
  isFirst,
}: DeviceSectionProps) {
  const blocks = useMemo(() => arrange(sensors, isFirst), [sensors, isFirst])
  return (
    <section className="device" aria-labelledby={`device-${thing.id}`}>
      <DeviceHeading thing={thing} sensors={sensors} />
      {blocks.map((block, index) => (
        <WidgetBlock
          key={block.items[0]?.sensor.id}
          block={block}
          isFirst={isFirst && index === 0}
        />
      ))}
    </section>
  )
})

function DeviceHeading({
  thing,
  sensors,
}: {
  readonly thing: Thing
  readonly sensors: readonly Sensor[]
}) {
  const translate = useTranslations('dashboard.device')
  const format = useFormat()
  const mount = useCallback(
    (root: HTMLElement): Mounted => {
      const writeStatus = attributeWriter(root, 'data-status')
      const writeAge = textWriter(part(root, 'device-age'))
      return {
        paint(now) {
          const live = hub.store.device(thing.id) ?? {
            status: thing.status,
            since: thing.statusSince,
          }
          writeStatus(live.status)
          if (live.status === 'offline') {
            return writeAge(
              live.since === null
                ? translate('neverHeard')
                : translate('offlineSince', { time: format.minute(live.since) }),
            )
          }
          const newest = Math.max(
            ...sensors.map(({ id }) => hub.store.reading(id)?.time ?? -Infinity),
          )
          writeAge(Number.isFinite(newest) ? format.age(now - newest) : '')
        },
      }
    },
    [thing, sensors, translate, format],
  )
  const ref = useLiveNode<HTMLElement>({ deviceId: thing.id }, mount)
  return (
    <header className="device-heading" data-status={thing.status} ref={ref}>
      <h2 id={`device-${thing.id}`}>{thing.name}</h2>
      <span className="device-id">{thing.lesiId}</span>
      <span className="device-status">
        <Icon name="unplugged" size={13} />
        <span data-part="device-age" />
      </span>
    </header>
  )
}
