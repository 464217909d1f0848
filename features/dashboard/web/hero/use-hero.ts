import { useEffect, useMemo, useRef, useState } from 'react'
import type { Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { useHub, type LiveHub } from '#kit/web/live/index.ts'
import type { DeviceGroup } from '../devices/by-device.ts'
import { minimumForHero, type HeroItem } from '../grid/arrange.ts'
import { useWidgetChoices } from '../shown-as/use-widget-choices.ts'
import { pinnedOf } from '../shown-as/widget-choices.ts'
import { severityOf } from '#kit/web/live/values/severity.ts'
import { nextHero, type HeroState } from './next-hero.ts'

/**
 * What the big place of the first device shows: what is pinned, else what deviates, else the usual
 * sensor. One of another device is named with it. Looked at once a second; while the connection is
 * lost nothing changes.
 */
export function useHero(sections: readonly DeviceGroup[]): HeroItem {
  const [choices] = useWidgetChoices()
  const pinned = pinnedOf(choices)
  const shown = useMemo(() => placesOf(sections), [sections])
  const shownPinned = pinned !== null && shown.has(pinned) ? pinned : null
  const deviating = useDeviating(shown, shownPinned)
  const sensorId = shownPinned ?? deviating
  const first = sections[0]
  // Beside few sensors there is a big place only for what somebody pinned.
  const isThere = shownPinned !== null || (first?.sensors.length ?? 0) >= minimumForHero
  return useMemo(() => {
    const place = sensorId === null ? undefined : shown.get(sensorId)
    if (!place || !isThere) return 'usual'
    const { sensor, device } = place
    if (device.id === first?.device.id) return sensor
    return { ...sensor, alias: `${device.name} · ${sensor.alias}` }
  }, [sensorId, shown, first, isThere])
}

type Places = ReadonlyMap<number, { readonly sensor: Sensor; readonly device: Device }>

const placesOf = (sections: readonly DeviceGroup[]): Places =>
  new Map(
    sections.flatMap(({ device, sensors }) =>
      sensors.map((sensor) => [sensor.id, { sensor, device }] as const),
    ),
  )

function useDeviating(shown: Places, pinned: number | null): number | null {
  const hub = useHub()
  const place = useRef<HeroState | null>(null)
  const [sensorId, setSensorId] = useState<number | null>(null)
  useEffect(() => {
    const update = () => {
      const severities = severitiesOf(hub, shown)
      if (hub.connection().isLost || severities === null) return
      const isShown = (id: number) => shown.has(id)
      const now = hub.asOf()
      place.current = nextHero(place.current, { severities, isShown, pinned, now })
      setSensorId(place.current.sensorId)
    }
    update()
    return hub.everySecond(update)
  }, [hub, shown, pinned])
  return sensorId
}

/** How far each deviating sensor deviates; null before the first reading of any is there. */
function severitiesOf(hub: LiveHub, shown: Places): ReadonlyMap<number, number> | null {
  const now = hub.asOf()
  let isAnyThere = false
  const severities = new Map<number, number>()
  for (const { sensor } of shown.values()) {
    isAnyThere ||= hub.store.reading(sensor.id) !== undefined
    const severity = severityOf(sensor, hub.store, now)
    if (severity > 0) severities.set(sensor.id, severity)
  }
  return isAnyThere ? severities : null
}
