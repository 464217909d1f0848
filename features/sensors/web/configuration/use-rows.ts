import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { listConfigurations } from '#features/sensors/contract/routes.ts'
import type { RouteReply } from '#kit/model/calls/route.ts'
import type { SensorFilter } from '#kit/model/sensor-filter.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useCatalogueChanges, type CatalogueUpdate } from '#kit/web/live/index.ts'
import { configurationsQuery, rowsPerPage } from './query-configurations.ts'
import { replaceRows } from './replace-rows.ts'

type Page = RouteReply<typeof listConfigurations>

/**
 * The sensors that a filter finds, fetched by pages as far as they are looked at; undefined where
 * they are on their way. What changes on the server changes here, and is given to `onChanged`.
 */
export function useRows(filter: SensorFilter, onChanged: (sensors: readonly Sensor[]) => void) {
  const filterKey = JSON.stringify(filter)
  const [wanted, setWanted] = useState({ filterKey, pages: [1] })
  if (wanted.filterKey !== filterKey) setWanted({ filterKey, pages: [1] })
  const pages = useQueries({
    queries: wanted.pages.map((page) => configurationsQuery(filter, page)),
    combine: useCallback(
      (results: readonly { data: Page | undefined; error: Error | null }[]) => ({
        // A page that is only asked for changes nothing: the whole table would be drawn again.
        data: results.flatMap(({ data }) => data ?? []),
        error: results.find(({ error }) => error !== null)?.error ?? null,
      }),
      [],
    ),
  })
  const rows = useMemo(() => rowsOf(pages.data), [pages.data])
  const want = useWanted(
    useCallback(
      (indexes: ReadonlySet<number>) =>
        setWanted((before) => {
          const asked = [...indexes].map((index) => Math.floor(index / rowsPerPage) + 1)
          const pages = new Set([...before.pages, ...asked])
          return pages.size === before.pages.length ? before : { ...before, pages: [...pages] }
        }),
      [],
    ),
  )
  useFollowing(onChanged)
  const client = useQueryClient()
  const retry = useCallback(() => void invalidate(client, listConfigurations), [client])
  /** What the server has just answered about sensors. */
  const update = useCallback(
    (sensors: readonly Sensor[]) => void replaceRows(client, sensors),
    [client],
  )
  return { rows, error: pages.error, want, retry, update }
}

/** While somebody scrolls, what is in view is asked for this often. */
const checkIntervalMs = 100

/**
 * What a row calls while it is in view and not there yet; what it gets back it calls when it is out
 * of view again. `ask` gets the rows in view together: one alone may be gone before a timer of its
 * own.
 */
function useWanted(ask: (indexes: ReadonlySet<number>) => void): (index: number) => () => void {
  const look = useRef({ inView: new Set<number>(), isDue: false })
  return useCallback(
    (index: number) => {
      const { inView, isDue } = look.current
      inView.add(index)
      if (!isDue) {
        look.current.isDue = true
        setTimeout(() => {
          look.current.isDue = false
          ask(inView)
        }, checkIntervalMs)
      }
      return () => void inView.delete(index)
    },
    [ask],
  )
}

/** As many as there are; undefined before the first answer. */
function rowsOf(pages: readonly Page[]): readonly (Sensor | undefined)[] | undefined {
  const total = pages[0]?.meta.total
  if (total === undefined) return undefined
  const rows = Array.from<Sensor | undefined>({ length: total })
  for (const { meta, data } of pages) {
    const first = (meta.page - 1) * rowsPerPage
    for (const [place, sensor] of data.entries())
      if (first + place < total) rows[first + place] = sensor
  }
  return rows
}

function useFollowing(onChanged: (sensors: readonly Sensor[]) => void): void {
  const client = useQueryClient()
  useCatalogueChanges(
    useCallback(
      (update: CatalogueUpdate) => {
        if (update === 'reload') return void invalidate(client, listConfigurations)
        const isListed = replaceRows(client, update.sensors)
        onChanged(update.sensors)
        const isOther = update.sensors.some(({ id }) => !isListed.has(id))
        if (isOther || update.removedSensors.length > 0) void invalidate(client, listConfigurations)
      },
      [client, onChanged],
    ),
  )
}
