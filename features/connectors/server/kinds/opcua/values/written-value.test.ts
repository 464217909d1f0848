import fc from 'fast-check'
import { DataType, Variant } from 'node-opcua-client'
import { expect, test } from 'vitest'
import { valueOf } from './value-of.ts'
import { writtenValue } from './written-value.ts'

const numbers = [
  ...[DataType.SByte, DataType.Byte, DataType.Int16, DataType.UInt16, DataType.Int32],
  ...[DataType.UInt32, DataType.Int64, DataType.UInt64, DataType.Float, DataType.Double],
]

test('OU13 a number that is written is the number that is read, or it is refused', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...numbers),
      fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger(), fc.integer({ min: -300, max: 300 })),
      (dataType, value) => {
        const written = writtenValue(dataType, value)
        if ('reason' in written) return
        const isSingle = dataType === DataType.Float
        const read = valueOf(new Variant(written))
        if (!('value' in read)) throw new Error(read.reason)
        // A zero with a sign is written as zero.
        if (isSingle) expect(Math.fround(Number(read.value)) + 0).toBe(Math.fround(value) + 0)
        else expect(Number(read.value) + 0).toBe(value + 0)
      },
    ),
  )
})

test('OU13 what does not fit into the type of a variable is refused', () => {
  for (const [dataType, value] of [
    [DataType.Byte, 256],
    [DataType.Byte, -1],
    [DataType.Int16, 1.5],
    [DataType.UInt64, -1],
    [DataType.Int64, 2 ** 53],
    [DataType.Float, 1e300],
    [DataType.Double, Number.NaN],
    [DataType.Boolean, 1],
    [DataType.Double, true],
    [DataType.String, 7],
    [DataType.DateTime, 'now'],
    [DataType.ExtensionObject, 'x'],
  ] as const)
    expect(writtenValue(dataType, value)).toHaveProperty('reason')
  expect(writtenValue(DataType.Boolean, false)).toMatchObject({ value: false })
  expect(writtenValue(DataType.String, 'RUN')).toMatchObject({ value: 'RUN' })
})
