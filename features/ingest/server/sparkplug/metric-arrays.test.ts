import fc from 'fast-check'
import { expect, it } from 'vitest'
import { valueOf } from './metric-value.ts'

const arrays = [
  [22, 'ef7b', '[-17,123]'],
  [23, '308a7b00', '[-30160,123]'],
  [24, '010000c0ff4b7f12', '[-1073741823,310332415]'],
  [25, 'feffffffffffffff0300000000000000', '[-2,3]'],
  [26, '17fa', '[23,250]'],
  [27, '1e00e8cc', '[30,52456]'],
  [28, '34000000d6da33f0', '[52,4029930198]'],
  [29, '34000000000000000000000001000000', '[52,4294967296]'],
  [30, '3333ab41 0000c07f', '[21.4,null]'],
  [31, '9a99999999993f40', '[31.6]'],
  [32, '0c00000034d0', '[false,false,true,true,false,true,false,false,true,true,false,true]'],
  [33, '414243003c623e00', '["ABC","<b>"]'],
  [34, '004ed0819e010000', '["2026-06-01T06:12:52.864Z"]'],
  [31, '', '[]'],
] as const

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const read = (datatype: number, hex: string) => valueOf({ bytesValue: bytesOf(hex) }, datatype)

it.each(arrays)(
  'IN102 takes an array of type %i as text, as it is packed: %s',
  (type, hex, text) => {
    expect(read(type, hex)).toEqual({ value: text })
  },
)

it('IN102 takes an array within a template as it is', () => {
  const metrics = [{ name: 'a', datatype: 22, bytesValue: bytesOf('ef7b') }]
  expect(valueOf({ templateValue: { metrics } }, 19)).toEqual({
    value: '{"metrics":{"a":[-17,123]}}',
  })
})

it.each([
  ...([
    [23, '00'],
    [31, '00000000'],
    [32, '0000'],
    [32, 'ff00000000'],
    [33, '4142'],
    [33, 'ff00'],
  ] as const),
  // 2^53 + 1, which a double would round.
  [29, '0100000000002000'],
] as const)('IN102 refuses what is no array of type %i: %s', (type, hex) => {
  expect(read(type, hex)).toEqual({ reason: expect.any(String) })
})

it('IN102 reads or refuses whatever bytes come', () => {
  const datatypes = fc.integer({ min: 22, max: 34 })
  fc.assert(
    fc.property(datatypes, fc.uint8Array({ maxLength: 40 }), (datatype, bytesValue) => {
      const read = valueOf({ bytesValue }, datatype)
      if ('value' in read) expect(Array.isArray(JSON.parse(String(read.value)))).toBe(true)
    }),
  )
})
