import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  hasBits,
  modbusTables,
  modbusTypes,
  widthOf,
  type ModbusPoint,
} from '../../../contract/kinds/modbus-tcp.ts'
import { splitPlan, maximumBits, maximumRegisters, planReads, type ReadPlan } from './plan.ts'

const anyPoint: fc.Arbitrary<ModbusPoint> = fc
  .record({
    unitId: fc.integer({ min: 0, max: 2 }),
    table: fc.constantFrom(...modbusTables),
    address: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 65_400 })),
    type: fc.constantFrom(...modbusTypes),
    length: fc.integer({ min: 1, max: 100 }),
  })
  .map((own) => ({
    ...{ lesiId: 'X-1', key: 'k', order: 'ABCD', bit: 0, group: 'g', isWritable: false, ...own },
    type: hasBits(own.table) ? 'bit' : own.type,
  }))

const holds = ({ start, count, unitId, table }: ReadPlan, point: ModbusPoint) =>
  point.unitId === unitId &&
  point.table === table &&
  point.address >= start &&
  point.address + widthOf(point) <= start + count

it('CN22 every point is in one request, which asks for nothing that no point needs', () => {
  fc.assert(
    fc.property(fc.array(anyPoint, { maxLength: 60 }), (points) => {
      const plans = planReads(points)
      expect(plans.flatMap((plan) => plan.points).toSorted(byIdentity)).toEqual(
        points.toSorted(byIdentity),
      )
      for (const plan of plans) {
        expect(plan.points.every((point) => holds(plan, point))).toBe(true)
        expect(plan.count).toBeLessThanOrEqual(hasBits(plan.table) ? maximumBits : maximumRegisters)
        const needed = new Set(
          plan.points.flatMap((point) =>
            Array.from({ length: widthOf(point) }, (_, place) => point.address + place),
          ),
        )
        expect(needed.size).toBe(plan.count)
      }
    }),
  )
})

const identity = (point: ModbusPoint) => JSON.stringify(point)
const byIdentity = (one: ModbusPoint, other: ModbusPoint) =>
  identity(one).localeCompare(identity(other))

const register = (address: number): ModbusPoint => ({
  ...{ lesiId: 'X-1', key: `k${address}`, unitId: 1, table: 'holding', address, type: 'uint16' },
  ...{ order: 'ABCD', bit: 0, length: 1, group: 'g', isWritable: false },
})

it('CN22 adjacent points share a request up to the limit of the protocol', () => {
  const points = Array.from({ length: 300 }, (_, address) => register(address))
  expect(planReads(points).map(({ start, count }) => [start, count])).toEqual([
    ...[
      [0, 125],
      [125, 125],
      [250, 50],
    ],
  ])
  const coils = points.flatMap((point, index) =>
    Array.from({ length: 8 }, (_, place) => ({
      ...{ ...point, table: 'coil' as const, type: 'bit' as const, address: index * 8 + place },
    })),
  )
  expect(planReads(coils).map(({ count }) => count)).toEqual([2_000, 400])
})

it('CN22 a request that was refused is halved until a single point is left', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 125 }), (count) => {
      const [plan] = planReads(Array.from({ length: count }, (_, address) => register(address)))
      if (!plan) throw new Error('there is a plan')
      const leaves = (each: ReadPlan): number =>
        splitPlan(each)?.reduce((sum, half) => sum + leaves(half), 0) ?? each.points.length
      expect(leaves(plan)).toBe(count)
    }),
  )
})
