import { queryOptions } from '@tanstack/react-query'
import { listConfigurations } from '#features/sensors/contract/routes.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import type { SensorFilter } from '#kit/model/sensor-filter.ts'

/** Sensors that come together while the table is scrolled. */
export const rowsPerPage = 500

/** A page of the table; the screen shows failures. */
export const configurationsQuery = (filter: SensorFilter, page: number) =>
  queryOptions({
    ...queryOf(listConfigurations, { query: { ...filter, page, limit: rowsPerPage } }),
    meta: { quiet: true },
  })
