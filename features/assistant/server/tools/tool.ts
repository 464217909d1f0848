import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { maximumMoment } from '#kit/model/time/past-moment.ts'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Citation } from '../../contract/answer.ts'
import type { Plant } from '../plant/plant.ts'

/** What a tool says, with what proves it. */
export interface ToolResult {
  readonly data: unknown
  readonly citations: readonly Citation[]
  /** That was read; null: none. */
  readonly range: Range | null
}

/** Something that a program, or a language model, may ask of the plant; it only reads. */
export interface PlantTool {
  readonly description: string
  readonly input: z.ZodObject
  /** Input that its schema does not accept throws what zod throws. */
  readonly run: (plant: Plant, input: Readonly<Record<string, unknown>>) => Promise<ToolResult>
}

type ToolOutput = Pick<ToolResult, 'data' | 'citations'> & { readonly range?: Range }

/** Declares a tool with the type of its input. */
export function tool<Input extends z.ZodObject>(declared: {
  readonly description: string
  readonly input: Input
  readonly run: (plant: Plant, input: z.output<Input>) => Promise<ToolOutput> | ToolOutput
}): PlantTool {
  const { description, input, run } = declared
  return {
    ...{ description, input },
    async run(plant, args) {
      const { data, citations, range = null } = await run(plant, input.parse(args))
      return { data, citations, range }
    },
  }
}

const isStorable = (time: number) => time >= 0 && time <= maximumMoment

/** Items that one answer lists. */
const maximumListed = 200

export const sensorName = {
  thing: LesiId.describe('LESI ID of the device'),
  sensor: z.string().min(1).max(128).describe('Key of the sensor'),
}
export const moment = z.iso
  .datetime({ offset: true })
  .refine((text) => isStorable(Date.parse(text)), 'is not between 1970 and 2099')
  .describe('Such as 2026-11-20T06:00:00+08:00')
export const rangeInput = {
  from: moment.describe('Inclusive, such as 2026-11-20T06:00:00+08:00'),
  to: moment.describe('Exclusive'),
}
export const limit = z.int().min(1).max(maximumListed).default(50)

export function rangeOf({ from, to }: { readonly from: string; readonly to: string }): Range {
  const span = { from: Date.parse(from), to: Date.parse(to) }
  if (span.from >= span.to) throw refusedField('to', fieldError('end_before_start'))
  return span
}

export function requireSensor(
  plant: Plant,
  asked: { readonly thing: string; readonly sensor: string },
): Sensor {
  const device = plant.device(asked.thing)
  const sensor = device && plant.sensorsOf(device).find(({ key }) => key === asked.sensor)
  if (!sensor) throw refusedField('sensor', fieldError('unknown_sensor'))
  return sensor
}

export function requireDevice(plant: Plant, thing: string) {
  const device = plant.device(thing)
  if (!device) throw refusedField('thing', fieldError('unknown_device'))
  return device
}

/** A sensor as results of tools name it. */
export function nameOf(
  plant: Plant,
  { lesiId: thing, key: sensor, alias, type, unit, ...own }: Sensor,
) {
  return {
    ...{ thing, sensor, alias, type, unit, name: plant.labelOf({ ...own, alias, lesiId: thing }) },
    limits: { lower: own.lowerAlarm, upper: own.upperAlarm },
  }
}

/** A moment as results write it. */
export const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
