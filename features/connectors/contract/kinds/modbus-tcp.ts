import { z } from 'zod'
import type { CommandTarget } from '#kit/model/device-command.ts'
import { LesiId } from '#kit/model/device.ts'
import { fieldError, rule, type FieldError } from '#kit/model/calls/field-errors.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { defineKind } from '../kind.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

export const modbusTables = ['holding', 'input', 'coil', 'discrete'] as const
export type ModbusTable = (typeof modbusTables)[number]

export const modbusTypes = [
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float32',
  'float64',
  'string',
  'bit',
] as const
export type ModbusType = (typeof modbusTypes)[number]

/**
 * In which order the bytes of a number come: `ABCD` the most significant first; `CDAB` with the
 * least significant register first; `BADC` with the bytes of each register swapped; `DCBA` both.
 */
export const byteOrders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const
export type ByteOrder = (typeof byteOrders)[number]

const registersOfType: Readonly<Record<ModbusType, number>> = {
  ...{ int16: 1, uint16: 1, int32: 2, uint32: 2, int64: 4, uint64: 4, float32: 2, float64: 4 },
  ...{ string: 1, bit: 1 },
}

export const addressSpace = 65_536
export const maximumStringRegisters = 100
export const maximumPoints = 5_000
export const maximumGroups = 20

export const ModbusPoint = z.object({
  lesiId: LesiId,
  /** Of the sensor. */
  key: z.string().trim().min(1).max(maximumKeyLength),
  unitId: z.int().min(0).max(255),
  table: z.enum(modbusTables),
  /** As it goes over the line, from 0 on. */
  address: z
    .int()
    .min(0)
    .max(addressSpace - 1),
  type: z.enum(modbusTypes),
  order: z.enum(byteOrders).default('ABCD'),
  /** Of a register, for `bit`: 0 is the least significant. */
  bit: z.int().min(0).max(15).default(0),
  /** Registers of a `string`. */
  length: z.int().min(1).max(maximumStringRegisters).default(1),
  /** Name of its group. */
  group: z.string().trim().min(1).max(50),
  /** Whether commands may write it. */
  isWritable: z.boolean().default(false),
})
export type ModbusPoint = z.infer<typeof ModbusPoint>

export const ModbusSettings = z
  .object({
    host: z.string().trim().min(1).max(253),
    port: z.int().min(1).max(65_535).default(502),
    /** What an answer may take. */
    timeoutMs: z.int().min(100).max(60_000).default(3_000),
    groups: z
      .array(
        z.object({
          name: oneLine(50).min(1),
          intervalMs: z.int().min(100).max(86_400_000),
        }),
      )
      .min(1)
      .max(maximumGroups),
    points: z.array(ModbusPoint).max(maximumPoints),
  })
  .superRefine(({ groups, points }, context) => {
    const refuse = (path: (string | number)[], error: FieldError) =>
      context.addIssue({ code: 'custom', path, ...rule(error) })
    const names = new Set(groups.map(({ name }) => name))
    if (names.size < groups.length) refuse(['groups'], fieldError('repeated'))
    const seen = new Set<string>()
    for (const [index, point] of points.entries()) {
      const problem = problemOf(point, names)
      if (problem) refuse(['points', index, problem.field], problem.error)
      const sensor = `${point.lesiId} ${point.key}`
      if (seen.has(sensor)) refuse(['points', index, 'key'], fieldError('repeated'))
      seen.add(sensor)
    }
  })
export type ModbusSettings = z.infer<typeof ModbusSettings>

function problemOf(
  { group, table, type, address, isWritable, ...point }: ModbusPoint,
  groups: ReadonlySet<string>,
): { readonly field: string; readonly error: FieldError } | null {
  const notAnOption = (field: string, options: string) => ({
    ...{ field, error: fieldError('not_an_option', { options }) },
  })
  if (!groups.has(group)) return notAnOption('group', [...groups].join(', '))
  if (hasBits(table) && type !== 'bit') return notAnOption('type', 'bit')
  const maximum = addressSpace - widthOf({ ...point, table, type })
  if (address > maximum) return { field: 'address', error: fieldError('too_large', { maximum }) }
  if (isWritable && (table === 'input' || table === 'discrete'))
    return notAnOption('table', 'holding, coil')
  // A bit among others, and a text, cannot be written without what is beside them.
  if (isWritable && table === 'holding' && !(type in rangeOfType))
    return notAnOption('type', Object.keys(rangeOfType).join(', '))
  return null
}

/** Whether the table holds single bits instead of registers of 16. */
export const hasBits = (table: ModbusTable): boolean => table === 'coil' || table === 'discrete'

/** Registers that a point takes; coils of one that is a bit. */
export function widthOf({ table, type, length }: Pick<ModbusPoint, 'table' | 'type' | 'length'>) {
  if (hasBits(table)) return 1
  return type === 'string' ? length : registersOfType[type]
}

const wholeNumbers = Number.MAX_SAFE_INTEGER

/** The least and the greatest number that can be written; null: any that the type can hold. */
const rangeOfType: Partial<Readonly<Record<ModbusType, readonly [number, number] | null>>> = {
  int16: [-(2 ** 15), 2 ** 15 - 1],
  uint16: [0, 2 ** 16 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: [-wholeNumbers, wholeNumbers],
  uint64: [0, wholeNumbers],
  float32: null,
  float64: null,
}

function targetOf({ key, table, type }: ModbusPoint): CommandTarget {
  const range = hasBits(table) ? null : (rangeOfType[type] ?? null)
  const [minimum, maximum] = range ?? [null, null]
  const ofRegisters = range === null ? 'number' : 'integer'
  const about = { id: key, name: key, sensorKey: key, unit: '', minimum, maximum }
  return { ...about, type: hasBits(table) ? 'boolean' : ofRegisters }
}

export const modbusTcp = defineKind({
  settings: ModbusSettings,
  secrets: [],
  address: ({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`,
  devices: ({ points }) => [...new Set(points.map(({ lesiId }) => lesiId))],
  commandTargets: ({ points }, lesiId) =>
    points.filter((point) => point.isWritable && point.lesiId === lesiId).map(targetOf),
})
