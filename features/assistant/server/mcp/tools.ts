import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { refusedField } from '#kit/model/errors.ts'
import { fieldError } from '#kit/model/field-errors.ts'
import { Locale } from '#kit/model/locale.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { maximumQuestion } from '../../contract/routes.ts'
import { answerByRules } from '../answer.ts'
import type { Plant } from '../plant/plant.ts'

/** Something that a program may ask of the plant; it only reads. */
export interface PlantTool {
  readonly description: string
  readonly input: z.ZodObject
  readonly run: (plant: Plant, input: Readonly<Record<string, unknown>>) => Promise<unknown>
}

/** Declares a tool with the type of its input. */
function tool<Input extends z.ZodObject>(declared: {
  readonly description: string
  readonly input: Input
  readonly run: (plant: Plant, input: z.output<Input>) => unknown
}): PlantTool {
  const { description, input, run } = declared
  return { description, input, run: async (plant, given) => run(plant, input.parse(given)) }
}

/** Items that one answer lists. */
const maximumListed = 200

const name = {
  thing: LesiId.describe('LESI ID of the device'),
  sensor: z.string().min(1).max(128).describe('Key of the sensor'),
}
const moment = z.iso.datetime({ offset: true }).describe('Such as 2026-11-20T06:00:00+08:00')
const range = { from: moment.describe('Inclusive'), to: moment.describe('Exclusive') }
const limit = z.int().min(1).max(maximumListed).default(50)

function rangeOf({ from, to }: { readonly from: string; readonly to: string }) {
  const span = { from: Date.parse(from), to: Date.parse(to) }
  if (span.from >= span.to) throw refusedField('to', fieldError('end_before_start'))
  return span
}

function requireSensor(plant: Plant, asked: { readonly thing: string; readonly sensor: string }) {
  const device = plant.device(asked.thing)
  const sensor = device && plant.sensorsOf(device).find(({ key }) => key === asked.sensor)
  if (!sensor) throw refusedField('sensor', fieldError('unknown_sensor'))
  return sensor
}

const nameOf = (
  plant: Plant,
  { lesiId: thing, key: sensor, alias, type, unit, ...own }: Sensor,
) => ({
  ...{ thing, sensor, alias, type, unit, name: plant.labelOf({ ...own, alias, lesiId: thing }) },
  limits: { lower: own.lowerAlarm, upper: own.upperAlarm },
})

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** By name. They have the rights of whoever asks: what is not open to that person is not there. */
export const plantTools: Readonly<Record<string, PlantTool>> = {
  ask: tool({
    description:
      'Answers a question about the plant in English, Russian, Chinese or Vietnamese by fixed ' +
      'rules, with its evidence',
    input: z.object({
      question: z.string().min(1).max(maximumQuestion),
      locale: Locale.optional(),
    }),
    run: (plant, { question, locale = 'en' }) =>
      answerByRules(plant, { question, locale, context: null }),
  }),
  find_sensors: tool({
    description: 'Sensors by name, whatever the language; without a name all of them',
    input: z.object({ name: z.string().max(200).default(''), limit }),
    run: (plant, { name: asked, limit: most }) => {
      const found = asked === '' ? plant.sensors() : plant.findSensors(asked)
      return {
        total: found.length,
        sensors: found.slice(0, most).map((sensor) => nameOf(plant, sensor)),
      }
    },
  }),
  present_value: tool({
    description: 'The last reading of a sensor, with its time and quality',
    input: z.object(name),
    run: (plant, asked) => {
      const sensor = requireSensor(plant, asked)
      const reading = plant.present(sensor)?.reading ?? null
      return {
        ...nameOf(plant, sensor),
        reading: reading && { ...reading, time: iso(reading.time) },
        now: iso(plant.now),
      }
    },
  }),
  figures: tool({
    description:
      'Exact statistics of a sensor in a range: averages, extremes, percentiles, deviation, time ' +
      'beyond limits, availability',
    input: z.object({ ...name, ...range }),
    run: async (plant, asked) => {
      const sensor = requireSensor(plant, asked)
      return { ...nameOf(plant, sensor), ...(await plant.figures(sensor, rangeOf(asked))) }
    },
  }),
  trend: tool({
    description: 'The straight line through the readings of a range: unit per hour, correlation',
    input: z.object({ ...name, ...range }),
    run: async (plant, asked) => {
      const sensor = requireSensor(plant, asked)
      return { ...nameOf(plant, sensor), ...(await plant.regression(sensor, rangeOf(asked))) }
    },
  }),
  states: tool({
    description: 'For how long a lamp or a detector was in each state, ms; null of other sensors',
    input: z.object({ ...name, ...range }),
    run: async (plant, asked) => {
      const sensor = requireSensor(plant, asked)
      return { ...nameOf(plant, sensor), states: await plant.states(sensor, rangeOf(asked)) }
    },
  }),
  alarms: tool({
    description: 'Alarms that came within a range, the newest first; of all devices without a name',
    input: z.object({ thing: LesiId.optional(), ...range, limit }),
    run: async (plant, { thing, limit: most, ...asked }) => {
      const device = thing === undefined ? null : plant.device(thing)
      if (thing !== undefined && !device) throw refusedField('thing', fieldError('unknown_device'))
      const scope = { sensors: [], devices: device ? [device] : [], ...rangeOf(asked) }
      return plant.alarms(scope, most)
    },
  }),
  active_alarms: tool({
    description: 'Alarms that are there now or that somebody still has to see',
    input: z.object({ limit }),
    run: async (plant, { limit: most }) => {
      const active = await plant.activeAlarms({ sensors: [], devices: [] })
      return { total: active.length, alarms: active.slice(0, most) }
    },
  }),
  devices: tool({
    description: 'Devices with their state: online or offline, since when, last seen',
    input: z.object({}),
    run: (plant) =>
      plant.devices().map((device) => {
        const { status, since, lastSeen } = plant.presence(device)
        const times = { since: iso(since), lastSeen: iso(lastSeen) }
        return { thing: device.lesiId, name: device.name, status, ...times }
      }),
  }),
}
