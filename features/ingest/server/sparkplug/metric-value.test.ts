import { expect, it } from 'vitest'
import { valueOf } from './metric-value.ts'

const long = (value: bigint) => ({
  longValue: {
    ...{ low: Number(BigInt.asIntN(32, value)), high: Number(BigInt.asIntN(32, value >> 32n)) },
    unsigned: true,
  },
})

it.each([
  [1, { intValue: 300 }, '300 is beyond its type: Int8 is a whole number from -128 to 127'],
  [1, { intValue: 0xff_ff_ff_00 }, '-256 is beyond its type: Int8 is a whole number from -128 to'],
  [2, { intValue: 70_000 }, '70000 is beyond its type: Int16 is a whole number from -32768 to'],
  [3, long(2n ** 40n), '1099511627776 is beyond its type: Int32 is a whole number from -2147483'],
  [5, { intValue: 256 }, '256 is beyond its type: UInt8 is a whole number from 0 to 255'],
  [6, { intValue: 0xff_ff_ff_ff }, '4294967295 is beyond its type: UInt16 is a whole number from'],
  [7, long(2n ** 32n), '4294967296 is beyond its type: UInt32 is a whole number from 0 to 4294967'],
] as const)('IN125 refuses what type %i does not have: %j', (datatype, sent, reason) => {
  const read = valueOf(sent, datatype)
  expect(read).toEqual({ reason: expect.stringContaining(reason) })
})

it.each([
  [1, { intValue: 0x80 }, -128],
  [1, { intValue: 0xff_ff_ff_80 }, -128],
  [1, long(-1n), -1],
  [2, long(0xff_ff_ff_ffn), -1],
  [3, long(0xff_ff_ff_ffn), -1],
  [3, long(-(2n ** 31n)), -(2 ** 31)],
  [4, long(-5n), -5],
  [4, { intValue: 0xff_ff_ff_ff }, 0xff_ff_ff_ff],
  [5, { intValue: 255 }, 255],
  [7, long(2n ** 32n - 1n), 2 ** 32 - 1],
  [8, long(2n ** 53n), 2 ** 53],
] as const)('IN125 reads a whole number of type %i in each length: %j', (datatype, sent, value) => {
  expect(valueOf(sent, datatype)).toEqual({ value })
})
