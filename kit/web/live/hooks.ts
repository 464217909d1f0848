import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type RefCallback,
} from 'react'
import { hub as liveHub } from './browser-hub.ts'
import type { ConnectionStatus } from './connection/connection-status.ts'
import { onFirstValues } from './first-values.ts'
import { useHub } from './hub-context.ts'
import type { LiveHub } from './live-hub.ts'
import type { Followed } from './topic.ts'
import type { CatalogueUpdate, LiveHeartbeat } from './values/live-state.ts'
import { whenVisible } from './visibility.ts'

/** How the socket is; renders again only when that changes. */
export function useConnection(): ConnectionStatus {
  const hub = useHub()
  return useSyncExternalStore(hub.watchConnection, hub.connection)
}

/** Figures of the whole installation, about once a second; undefined before the first. */
export function useHeartbeat(): LiveHeartbeat | undefined {
  const hub = useHub()
  return useSyncExternalStore(hub.watchHeartbeat, hub.store.heartbeat)
}

/**
 * Subscribes to these sensors while the component is mounted. Pass the same array while the list is
 * the same.
 */
export function useWatch(sensorIds: readonly number[]): void {
  const hub = useHub()
  useEffect(() => hub.watchSensors(sensorIds), [hub, sensorIds])
}

/**
 * Calls back with what changes of devices, sensors and rights on the server, also while a moment of
 * the past is shown; with 'reload' when something changed while the screen was hidden. Pass a
 * stable function. `followed` is for what outlasts the component.
 */
export function useCatalogueChanges(
  onChange: (update: CatalogueUpdate) => void,
  followed?: Followed,
): void {
  const own = useRef<Followed>({})
  useEffect(() => liveHub.watchCatalogue(onChange, followed ?? own.current), [onChange, followed])
}

interface LiveIds {
  /** Absent: only the device is followed. */
  readonly sensorId?: number
  readonly deviceId: number
}

/** Sensors and devices that one element draws; pass the same object while they are the same. */
interface ManyLiveIds {
  readonly sensorIds: readonly number[]
  readonly deviceIds: readonly number[]
}

/**
 * A ref for an element that is written without React. `paint` gets the server's time (ms UTC) when
 * the element is there, in the frame after a reading or a change of the device's status, and once a
 * second; only while the element is near the screen. A `paint` of a later drawing takes the place
 * of the one before at once.
 */
export function useLiveNode<Node extends Element>(
  { sensorId, deviceId }: LiveIds,
  paint: (now: number) => void,
): RefCallback<Node> {
  const ids = useMemo(
    () => ({ sensorIds: sensorId === undefined ? [] : [sensorId], deviceIds: [deviceId] }),
    [sensorId, deviceId],
  )
  return useLiveNodes(ids, paint)
}

/** The same for an element that draws several sensors: once a frame, however many of them spoke. */
export function useLiveNodes<Node extends Element>(
  ids: ManyLiveIds,
  paint: (now: number) => void,
): RefCallback<Node> {
  const hub = useHub()
  const current = useRef(paint)
  const repaint = useRef<(() => void) | null>(null)
  useLayoutEffect(() => {
    if (current.current === paint) return
    current.current = paint
    repaint.current?.()
  }, [paint])
  return useCallback(
    (element: Node | null) => {
      if (!element) return undefined
      const paintNow = () => current.current(hub.asOf())
      const stop = paintWhileVisible(hub, element, ids, paintNow)
      repaint.current = paintNow
      return () => {
        repaint.current = null
        stop()
      }
    },
    [hub, ids],
  )
}

function paintWhileVisible(
  hub: LiveHub,
  element: Element,
  { sensorIds, deviceIds }: ManyLiveIds,
  paint: () => void,
): () => void {
  paint()
  const stopWatching = sensorIds.length === 0 ? () => {} : hub.watchSensors(sensorIds)
  // Away from the screen nothing listens but to the first values, so that readings nobody can see
  // do not even ask for a frame.
  let stops: readonly (() => void)[] = []
  const stopListening = () => {
    for (const stop of stops) stop()
    stops = []
  }
  const stopLooking = whenVisible(element, (isVisible) => {
    stopListening()
    if (!isVisible) {
      stops = [onFirstValues(hub, sensorIds, paint)]
      return
    }
    paint()
    stops = [
      hub.everySecond(paint),
      ...deviceIds.map((deviceId) => hub.watchDevice(deviceId, paint)),
      ...sensorIds.map((sensorId) => hub.watchSensor(sensorId, paint)),
    ]
  })
  return () => {
    stopListening()
    stopLooking()
    stopWatching()
  }
}
