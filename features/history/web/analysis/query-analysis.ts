import { useQuery } from '@tanstack/react-query'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import {
  correlationOfSensors,
  distributionBySensor,
  figuresBySensor,
} from '../../contract/analysis.ts'

/** Results stay for as long as the dialog is open. */
const asked = { staleTime: 60_000, refetchOnWindowFocus: false, meta: { quiet: true } } as const

const nameOf = ({ lesiId, key }: Sensor) => ({ thing: lesiId, sensor: key })

/** All figures of a sensor in a range. */
export const useFigures = (sensor: Sensor, { from, to }: Range) =>
  useQuery({
    ...queryOf(figuresBySensor, { body: { ...nameOf(sensor), from, to } }),
    ...asked,
    select: replyData,
  })

/** How the values are distributed. */
export const useDistribution = (sensor: Sensor, { from, to }: Range) =>
  useQuery({
    ...queryOf(distributionBySensor, { body: { ...nameOf(sensor), from, to } }),
    ...asked,
    select: replyData,
  })

/** The correlation of two sensors. */
export const useCorrelation = (x: Sensor, y: Sensor, { from, to }: Range) =>
  useQuery({
    ...queryOf(correlationOfSensors, { body: { x: nameOf(x), y: nameOf(y), from, to } }),
    ...asked,
    select: replyData,
  })
