import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linesOf } from '#kit/web/csv/csv-lines.ts'
import { newPoint, type EnteredPoint } from '../entered.ts'
import { pointsCsv, readPoints } from './points-csv.ts'

const read = (text: string) => readPoints(linesOf(text), 'fast')

it('CN27 points that were written into a file are read as they were', () => {
  const text = fc.string({ minLength: 1, maxLength: 20 }).filter((each) => each.trim() === each)
  const any: fc.Arbitrary<EnteredPoint> = fc.record({
    ...{ lesiId: fc.constant('PRESS-9'), key: text, group: text },
    ...{ unitId: fc.nat(255), address: fc.nat(65_535), bit: fc.nat(15) },
    length: fc.integer({ min: 1, max: 100 }),
    table: fc.constantFrom('holding', 'coil'),
    type: fc.constantFrom('uint16', 'string'),
    order: fc.constantFrom('ABCD', 'DCBA'),
    isWritable: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), (points) => {
      expect(read(pointsCsv(points))).toEqual({ points })
    }),
  )
})

it('CN27 columns that are missing have their usual values; what is wrong stays', () => {
  const file = '\ufeffDevice;Key;Table;Address;Type\nP-1;level;Holding;0x10;FLOAT32\nP-1;x;;forty;'
  expect(read(file)).toEqual({
    points: [
      { ...newPoint, lesiId: 'P-1', key: 'level', address: 16, type: 'float32', group: 'fast' },
      {
        ...newPoint,
        lesiId: 'P-1',
        key: 'x',
        table: '',
        address: 'forty',
        type: '',
        group: 'fast',
      },
    ],
  })
})

it('CN27 names the columns that are missing and those that are none', () => {
  expect(read('device,key,table,scale\nP-1,a,coil,2')).toEqual({
    ...{ unknown: ['scale'], missing: ['address', 'type'] },
  })
  expect(read('')).toMatchObject({ missing: ['device', 'key', 'table', 'address', 'type'] })
})
