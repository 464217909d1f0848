import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainSensor, sensorTypes, type Sensor } from '#kit/model/sensor.ts'
import { arrange } from './arrange.ts'
import type { SizesOf } from './rows.ts'

const small = { width: 2, height: 2 }
const number = {
  defaultSize: 'small',
  gridSizes: { small, medium: { width: 3, height: 3 }, big: { width: 4, height: 4 } },
} as const
const state = {
  defaultSize: 'medium',
  gridSizes: { small, medium: { width: 2, height: 3 }, big: { width: 3, height: 4 } },
} as const
const sizesOf: SizesOf = (type) => (type === 'analog' ? number : state)

const sensor = (id: number, type: Sensor['type'], upperAlarm: number | null): Sensor => ({
  id,
  deviceId: 1,
  lesiId: 'DEV-1',
  key: `key${id}`,
  alias: `Sensor ${id}`,
  type,
  unit: '',
  decimals: 1,
  lowerAlarm: null,
  upperAlarm,
  scaleLow: null,
  scaleHigh: null,
  ...plainSensor,
  intervalMs: 1_000,
  states: {},
  isNew: false,
})
const lists = fc
  .array(fc.tuple(fc.constantFrom(...sensorTypes), fc.boolean()), { minLength: 1, maxLength: 80 })
  .map((kinds) =>
    kinds.map(([type, hasLimit], index) => sensor(index + 1, type, hasLimit ? 5 : null)),
  )

/** Devices large enough for a big place, most of whose sensors are numbers with limits. */
const plants = fc
  .array(fc.constantFrom('analog', 'analog', 'analog', 'lamp', 'string'), {
    minLength: 6,
    maxLength: 40,
    size: 'max',
  })
  .map((types) => types.map((type, index) => sensor(index + 1, type, index % 3 ? 5 : null)))

describe('arrange', () => {
  it('DB1 places every sensor once, inside the grid, without overlaps', () => {
    fc.assert(
      fc.property(lists, fc.nat(81), (sensors, chosen) => {
        const foreign = sensor(900, 'analog', 5)
        const big = [null, 'usual' as const, foreign, ...sensors][chosen % (sensors.length + 3)]
        const groups = arrange(sensors, big ?? null, sizesOf)
        const shown = groups
          .flatMap(({ items }) => items.map((item) => item.sensor.id))
          .filter((id) => id !== foreign.id)
        expect(shown.toSorted((a, b) => a - b)).toEqual(sensors.map(({ id }) => id))
        for (const { items, rows } of groups) {
          const cells = new Set<string>()
          for (const { x, y, width, height } of items) {
            expect(x + width).toBeLessThanOrEqual(12)
            expect(y + height).toBeLessThanOrEqual(rows)
            for (let column = x; column < x + width; column++)
              for (let row = y; row < y + height; row++) cells.add(`${column} ${row}`)
          }
          expect(cells.size).toBe(items.reduce((sum, { width, height }) => sum + width * height, 0))
        }
      }),
    )
  })

  it('DB2 fills rows that hold three or more', () => {
    fc.assert(
      fc.property(lists, (sensors) => {
        for (const { items } of arrange(sensors, null, sizesOf)) {
          for (const row of Map.groupBy(items, ({ y }) => y).values()) {
            if (row.length >= 3) expect(row.reduce((sum, { width }) => sum + width, 0)).toBe(12)
          }
        }
      }),
    )
  })

  it('makes the first sensor with limits big beside its companions', () => {
    const sensors = [
      sensor(1, 'analog', null),
      sensor(2, 'analog', 5),
      ...[3, 4, 5, 6, 7].map((id) => sensor(id, 'lamp', null)),
    ]
    expect(arrange(sensors, 'usual', sizesOf)[0]?.items[0]).toMatchObject({
      sensor: { id: 2 },
      size: 'big',
    })
    expect(
      arrange(sensors.slice(0, 5), 'usual', sizesOf)[0]?.items.some(({ size }) => size === 'big'),
    ).toBe(false)
  })

  it('DB10 who takes the big place changes places with the usual one, nothing else moves', () => {
    fc.assert(
      fc.property(plants, fc.nat(39), (sensors, chosen) => {
        const usual = arrange(sensors, 'usual', sizesOf)
        const limited = sensors.filter(
          ({ type, upperAlarm }) => type === 'analog' && upperAlarm !== null,
        )
        const big = limited[chosen % Math.max(1, limited.length)]
        if (!big) return
        const first = usual[0]?.items[0]?.sensor.id
        const exchanged = (id: number) => (id === big.id ? first : id === first ? big.id : id)
        const ids = (groups: ReturnType<typeof arrange>) =>
          groups.map(({ items }) => items.map(({ sensor: { id }, ...place }) => ({ ...place, id })))
        expect(ids(arrange(sensors, big, sizesOf))).toEqual(
          ids(usual).map((items) => items.map((item) => ({ ...item, id: exchanged(item.id) }))),
        )
      }),
    )
  })

  it('DB10 a sensor of another device is big besides its own place; a pinned lamp can be', () => {
    const own = [1, 2, 3, 4, 5, 6, 7].map((id) => sensor(id, 'analog', id === 2 ? 5 : null))
    const foreign = sensor(900, 'analog', 5)
    const shown = arrange(own, foreign, sizesOf)
    expect(shown[0]?.items[0]).toMatchObject({ sensor: { id: 900 }, size: 'big' })
    expect(shown.at(-1)?.items.at(-1)?.sensor.id).toBe(2)
    const lamp = sensor(8, 'lamp', null)
    expect(arrange([...own, lamp], lamp, sizesOf)[0]?.items[0]).toMatchObject({
      sensor: { id: 8 },
      size: 'big',
    })
  })
})
