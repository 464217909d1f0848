import { z } from 'zod'
import { isMeasuring } from '#kit/model/sensor.ts'
import { sensorCitation } from '../answers/answer-context.ts'
import {
  iso,
  limit,
  moment,
  nameOf,
  rangeInput,
  rangeOf,
  requireSensor,
  sensorName,
  tool,
  type PlantTool,
} from './tool.ts'

const halfHour = 1_800_000

/** What there is to ask of sensors, by name. */
export const sensorTools: Readonly<Record<string, PlantTool>> = {
  find_sensors: tool({
    description: 'Sensors by name, whatever the language; without a name all of them',
    input: z.object({ name: z.string().max(200).default(''), limit }),
    run: (plant, { name: asked, limit: maximum }) => {
      const found = asked === '' ? plant.sensors() : plant.findSensors(asked)
      const listed = found.slice(0, maximum)
      return {
        data: { total: found.length, sensors: listed.map((sensor) => nameOf(plant, sensor)) },
        citations: listed.map((sensor) => sensorCitation({ plant }, sensor)),
      }
    },
  }),
  present_value: tool({
    description: 'The last reading of a sensor, with its time and quality',
    input: z.object(sensorName),
    run: (plant, asked) => {
      const sensor = requireSensor(plant, asked)
      const reading = plant.present(sensor)?.reading ?? null
      return {
        data: {
          ...nameOf(plant, sensor),
          reading: reading && { ...reading, time: iso(reading.time) },
          ageMs: reading && plant.now - reading.time,
          now: iso(plant.now),
        },
        citations: [sensorCitation({ plant }, sensor)],
      }
    },
  }),
  value_at: tool({
    description: 'The reading of a sensor at a moment: the newest one at or before it',
    input: z.object({ ...sensorName, at: moment }),
    run: async (plant, { at, ...asked }) => {
      const sensor = requireSensor(plant, asked)
      const time = Date.parse(at)
      const reading = await plant.readingAt(sensor, time)
      const around = { from: time - halfHour, to: time + halfHour }
      return {
        data: {
          ...nameOf(plant, sensor),
          reading: reading && { ...reading, time: iso(reading.time) },
        },
        citations: [sensorCitation({ plant }, sensor, around)],
        range: around,
      }
    },
  }),
  figures: tool({
    description:
      'Exact statistics of a sensor in a range: averages, extremes with their times, ' +
      'percentiles, deviation, time beyond limits, availability',
    input: z.object({ ...sensorName, ...rangeInput }),
    run: async (plant, asked) => {
      const sensor = requireSensor(plant, asked)
      const range = rangeOf(asked)
      const figures = await plant.figures(sensor, range)
      // Rollups say the extreme of expired readings, but not when it was.
      const hasTimes = figures.statistics.source === 'raw' && figures.statistics.count > 0
      const timeOf = async (extreme: 'minimum' | 'maximum') =>
        hasTimes && isMeasuring(sensor.type)
          ? iso(await plant.timeOf(sensor, range, extreme))
          : null
      return {
        data: {
          ...nameOf(plant, sensor),
          ...figures,
          minimumAt: await timeOf('minimum'),
          maximumAt: await timeOf('maximum'),
        },
        citations: [sensorCitation({ plant }, sensor, range)],
        range,
      }
    },
  }),
  compare: tool({
    description:
      'Statistics of a sensor in a range and in an earlier one, with the difference of their ' +
      'averages, or of their totals',
    input: z.object({
      ...{ ...sensorName, ...rangeInput, otherFrom: moment, otherTo: moment },
    }),
    run: async (plant, asked) => {
      const sensor = requireSensor(plant, asked)
      const ranges = [
        rangeOf(asked),
        rangeOf({ from: asked.otherFrom, to: asked.otherTo }),
      ] as const
      const one = await plant.statistics(sensor, ranges[0])
      const other = await plant.statistics(sensor, ranges[1])
      const first = one.average ?? one.accumulated
      const second = other.average ?? other.accumulated
      const difference = first === null || second === null ? null : first - second
      const share = difference === null || !second ? null : difference / second
      return {
        data: { ...nameOf(plant, sensor), first: one, second: other, difference, share },
        citations: ranges.map((range) => sensorCitation({ plant }, sensor, range)),
        range: ranges[0],
      }
    },
  }),
  trend: tool({
    description: 'The straight line through the readings of a range: unit per hour, correlation',
    input: z.object({ ...sensorName, ...rangeInput }),
    run: async (plant, asked) => {
      const sensor = requireSensor(plant, asked)
      const range = rangeOf(asked)
      return {
        data: { ...nameOf(plant, sensor), ...(await plant.regression(sensor, range)) },
        citations: [sensorCitation({ plant }, sensor, range)],
        range,
      }
    },
  }),
  states: tool({
    description: 'For how long a lamp or a detector was in each state, ms; null of other sensors',
    input: z.object({ ...sensorName, ...rangeInput }),
    run: async (plant, asked) => {
      const sensor = requireSensor(plant, asked)
      const range = rangeOf(asked)
      return {
        data: { ...nameOf(plant, sensor), states: await plant.states(sensor, range) },
        citations: [sensorCitation({ plant }, sensor, range)],
        range,
      }
    },
  }),
  top_values: tool({
    description: 'Sensors of a name with the highest, or lowest, present values of one unit',
    input: z.object({
      name: z.string().max(200).default('').describe('A quantity such as temperature'),
      unit: z.string().max(32).describe('Only sensors of this unit are compared'),
      lowest: z.boolean().default(false),
      limit: z.int().min(1).max(20).default(5),
    }),
    run: (plant, { name: asked, unit, lowest, limit: maximum }) => {
      const found = asked === '' ? plant.sensors() : plant.findSensors(asked)
      const valued = found.flatMap((sensor) => {
        const reading = plant.present(sensor)?.reading
        const isUsable = sensor.unit === unit && isMeasuring(sensor.type)
        if (!isUsable || !reading || reading.quality === 'bad') return []
        return typeof reading.value === 'number' ? [{ sensor, value: reading.value }] : []
      })
      const top = valued
        .toSorted((one, other) => (lowest ? one.value - other.value : other.value - one.value))
        .slice(0, maximum)
      return {
        data: top.map(({ sensor, value }) => ({ ...nameOf(plant, sensor), value })),
        citations: top.map(({ sensor }) => sensorCitation({ plant }, sensor)),
      }
    },
  }),
}
