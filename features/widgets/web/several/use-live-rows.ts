import { useCallback, useLayoutEffect, useRef } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import { useHub, type LiveHub } from '#kit/web/live/index.ts'
import { onFirstValues } from '#kit/web/live/first-values.ts'
import { whenVisible } from '#kit/web/live/visibility.ts'
import { attachTip } from '#kit/ui/tip.ts'
import { viewOf, type SensorView } from '../frame/sensor-view.ts'
import { tipRows } from '../frame/tip-rows.ts'
import type { Words } from '../values/words.ts'

/** A part of a widget that shows one of its sensors, and is written without React. */
interface LiveRow {
  readonly sensor: Sensor
  readonly root: { readonly element: HTMLElement | null }
  readonly write: (view: SensorView, words: Words) => void
}

/**
 * A ref for the element around some rows, which are written while it is near the screen; each has a
 * tip with what is known of its sensor. Pass the same rows while they are the same.
 */
export function useLiveRows(rows: readonly LiveRow[], words: Words) {
  const hub = useHub()
  const current = useRef(words)
  const write = useCallback((row: LiveRow) => row.write(rowView(hub, row), current.current), [hub])
  useLayoutEffect(() => {
    current.current = words
    for (const row of rows) write(row)
  }, [rows, words, write])
  return useCallback(
    (around: HTMLDivElement) => {
      const ids = rows.map(({ sensor }) => sensor.id)
      const stops = [
        hub.watchSensors(ids),
        ...rows.map((row) => attachRowTip(row, () => tipRows(rowView(hub, row), current.current))),
      ]
      const writeAll = () => rows.forEach(write)
      let stopFollowing = () => {}
      const stopLooking = whenVisible(around, (isVisible) => {
        stopFollowing()
        stopFollowing = isVisible ? follow(hub, rows, write) : onFirstValues(hub, ids, writeAll)
      })
      return () => {
        stopLooking()
        stopFollowing()
        for (const stop of stops) stop()
      }
    },
    [hub, rows, write],
  )
}

function follow(hub: LiveHub, rows: readonly LiveRow[], write: (row: LiveRow) => void): () => void {
  const writeAll = () => rows.forEach(write)
  writeAll()
  const devices = new Set(rows.map(({ sensor }) => sensor.deviceId))
  const stops = [
    hub.everySecond(writeAll),
    ...[...devices].map((id) => hub.watchDevice(id, writeAll)),
    ...rows.map((row) => hub.watchSensor(row.sensor.id, () => write(row))),
  ]
  return () => stops.forEach((stop) => stop())
}

const rowView = (hub: LiveHub, { sensor }: LiveRow) =>
  viewOf(hub.store, { sensor, day: undefined, stored: undefined, dayStates: undefined }, hub.asOf())

function attachRowTip(
  { root: { element } }: LiveRow,
  rows: Parameters<typeof attachTip>[1],
): () => void {
  if (!element) return () => {}
  return attachTip(
    element,
    rows,
    element.matches('a') ? element : (element.querySelector('a') ?? element),
  )
}
