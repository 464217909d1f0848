import { memo, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { useHub, useLiveNode } from '#kit/web/live/index.ts'
import { defaultKind } from '#kit/web/widget-registry.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { arrange, type HeroItem } from '../grid/arrange.ts'
import { RowGroupView } from '../grid/row-group.tsx'
import './device-section.css'

interface DeviceSectionProps {
  readonly device: Device
  readonly sensors: readonly Sensor[]
  readonly isFirst: boolean
  readonly big: HeroItem
}

/** A device: its name, status and the age of its newest reading, and the widgets of its sensors. */
export const DeviceSection = memo(function DeviceSection({
  device,
  sensors,
  isFirst,
  big,
}: DeviceSectionProps) {
  const groups = useMemo(() => arrange(sensors, big, defaultKind), [sensors, big])
  return (
    <section className="device" aria-labelledby={`device-${device.id}`}>
      <DeviceHeading device={device} sensors={sensors} />
      {groups.map((group, index) => (
        // The key is the place: the first group stays the same when another sensor becomes the big
        // one.
        <RowGroupView key={index} group={group} isFirst={isFirst && index === 0} />
      ))}
    </section>
  )
})

function DeviceHeading({
  device,
  sensors,
}: {
  readonly device: Device
  readonly sensors: readonly Sensor[]
}) {
  const hub = useHub()
  const translate = useTranslations('dashboard.device')
  const format = useFormat()
  const heading = useOnce(() => new LiveElement())
  const age = useOnce(() => new LiveElement())

  function ageText(live: Pick<Device, 'status'> & { since: number | null }, now: number): string {
    if (live.status === 'offline') {
      return live.since === null
        ? translate('neverConnected')
        : translate('offlineSince', { time: format.moment(live.since, now) })
    }
    const newest = Math.max(...sensors.map(({ id }) => hub.store.reading(id)?.time ?? -Infinity))
    return Number.isFinite(newest) ? format.age(now - newest) : ''
  }

  const live = useLiveNode<HTMLElement>({ deviceId: device.id }, (now) => {
    const status = hub.store.device(device.id) ?? {
      status: device.status,
      since: device.statusSince,
    }
    heading.attribute('data-status', status.status)
    age.text(ageText(status, now))
  })
  const ref = useCallback(
    (element: HTMLElement) => {
      heading.ref(element)
      return live(element)
    },
    [heading, live],
  )
  return (
    <header className="device-heading" data-status={device.status} ref={ref}>
      <h2 id={`device-${device.id}`} title={device.name}>
        {device.name}
      </h2>
      <span className="device-id">{device.lesiId}</span>
      <span className="device-status">
        <Icon name="unplugged" size={13} />
        {age.draw('span')}
      </span>
    </header>
  )
}
