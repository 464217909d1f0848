import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shortestSingle } from '#kit/model/numbers/single-precision.ts'
import { byteOrders, type ByteOrder } from '../../../contract/kinds/modbus-tcp.ts'
import { decodeRegisters, encodeRegisters } from './codec.ts'

type NumberType = 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64'

const shape = (type: Parameters<typeof decodeRegisters>[0]['type'], order: ByteOrder = 'ABCD') => ({
  ...{ type, order, bit: 0 },
})
const anyOrder = fc.constantFrom(...byteOrders)

const numbers: Readonly<Record<NumberType, fc.Arbitrary<number>>> = {
  int16: fc.integer({ min: -32_768, max: 32_767 }),
  uint16: fc.integer({ min: 0, max: 65_535 }),
  int32: fc.integer(),
  uint32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  float32: fc.float({ noNaN: true, noDefaultInfinity: true }).map(shortestSingle),
  float64: fc.double({ noNaN: true, noDefaultInfinity: true }),
}

it.each(Object.entries(numbers))('CN21 a %s is what its bytes say, in every order', (type, any) => {
  fc.assert(
    fc.property(any, anyOrder, (value, order) => {
      const of = shape(type as NumberType, order)
      expect(decodeRegisters(of, encodeRegisters(of, value))).toEqual({ value, quality: 'good' })
    }),
  )
})

it('CN21 the byte order places each byte of a number', () => {
  const registers = (order: ByteOrder) =>
    Buffer.from(encodeRegisters(shape('uint32', order), 0x0a0b0c0d)).toString('hex')
  expect(byteOrders.map(registers)).toEqual(['0a0b0c0d', '0c0d0a0b', '0b0a0d0c', '0d0c0b0a'])
  const long = Buffer.from('0102030405060708', 'hex')
  const read = (order: ByteOrder) => decodeRegisters(shape('float64', order), long).value
  expect(read('DCBA')).toBe(Buffer.from('0807060504030201', 'hex').readDoubleBE())
  expect(read('CDAB')).toBe(Buffer.from('0708050603040102', 'hex').readDoubleBE())
  expect(read('BADC')).toBe(Buffer.from('0201040306050807', 'hex').readDoubleBE())
})

it('CN21 a whole number of 64 bits that a double cannot hold is the nearest, uncertain', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (whole) => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigInt64BE(whole)
      const { value, quality } = decodeRegisters(shape('int64'), bytes)
      expect(value).toBe(Number(whole))
      expect(quality).toBe(BigInt(Number(whole)) === whole ? 'good' : 'uncertain')
    }),
  )
  const full = decodeRegisters(shape('uint64'), Buffer.alloc(8, 0xff))
  expect(full).toEqual({ value: 2 ** 64, quality: 'uncertain' })
})

it.each(['7fc00000', '7f800000', 'ff800000'])('CN21 the float %s is no value', (hex) => {
  const read = decodeRegisters(shape('float32'), Buffer.from(hex, 'hex'))
  expect(read).toEqual({ value: null, quality: 'bad' })
})

it('CN21 a text ends at its NUL or before its blanks, whatever its bytes are', () => {
  const read = (bytes: Buffer, order: ByteOrder = 'ABCD') =>
    decodeRegisters(shape('string', order), bytes).value
  expect(read(Buffer.from('PRESS 9\0xx'))).toBe('PRESS 9')
  expect(read(Buffer.from('RPSE  '), 'BADC')).toBe('PRES')
  expect(read(Buffer.from('溫度\0\0'))).toBe('溫度')
  expect(read(Buffer.from([0xb0, 0x43, 0, 0]))).toBe('°C')
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), anyOrder, (bytes, order) => {
      const even = Buffer.from(bytes.subarray(0, bytes.length & ~1))
      expect(String(read(even, order)).isWellFormed()).toBe(true)
    }),
  )
})

it('CN21 a bit of a register is on or off', () => {
  const bits = Array.from({ length: 16 }, (_, bit) =>
    decodeRegisters({ type: 'bit', order: 'ABCD', bit }, Buffer.from('8005', 'hex')),
  )
  const on = bits.flatMap(({ value }, bit) => (value === true ? [bit] : []))
  expect(on).toEqual([0, 2, 15])
})

it('CN45 a number of 32 bits is the shortest one that is the same, as it was set', () => {
  const read = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeFloatBE(value)
    return decodeRegisters(shape('float32'), bytes).value
  }
  expect([21.4, 3.14, 1e-7, 16_777_216, -0.1].map(read)).toEqual([
    ...[21.4, 3.14, 1e-7, 16_777_216, -0.1],
  ])
})

it.each([
  ['float32', 1e39],
  ['float32', Number.NaN],
  ['float64', Number.POSITIVE_INFINITY],
  ['int16', 1.5],
  ['uint16', 65_536],
  ['uint32', 0.1],
  ['int64', 2 ** 63],
] as const)('CN46 as %s %d is not written as something else', (type, value) => {
  expect(() => encodeRegisters(shape(type), value)).toThrow(RangeError)
})
