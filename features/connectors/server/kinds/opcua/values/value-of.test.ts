import fc from 'fast-check'
import {
  coerceLocalizedText,
  coerceNodeId,
  DataType,
  StatusCodes,
  Variant,
  VariantArrayType,
} from 'node-opcua-client'
import { expect, test } from 'vitest'
import { isOverflow, qualityOf } from './quality.ts'
import { valueOf } from './value-of.ts'

const scalar = (dataType: DataType, value: unknown) =>
  valueOf(new Variant({ dataType, value, arrayType: VariantArrayType.Scalar }))

const split = (whole: bigint): [number, number] => {
  const unsigned = BigInt.asUintN(64, whole)
  return [Number(unsigned >> 32n), Number(unsigned & 0xffffffffn)]
}

test('OU4 a status code is good, uncertain or bad by its severity, whatever its other bits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), fc.nat({ max: 0x3fffffff }), (severity, rest) => {
      expect(qualityOf(severity * 2 ** 30 + rest)).toBe(Math.min(severity, 2))
    }),
  )
  expect(qualityOf(StatusCodes.GoodClamped.value)).toBe(0)
  expect(qualityOf(StatusCodes.UncertainLastUsableValue.value)).toBe(1)
  expect(qualityOf(StatusCodes.BadSensorFailure.value)).toBe(2)
  expect([0x480, 0x400, 0x80, 0x40000480].map(isOverflow)).toEqual([true, false, false, true])
})

test('OU5 numbers, texts and times of each type are the very values, or refused', () => {
  expect(scalar(DataType.Boolean, true)).toEqual({ value: true })
  expect(scalar(DataType.SByte, -128)).toEqual({ value: -128 })
  expect(scalar(DataType.UInt32, 4_294_967_295)).toEqual({ value: 4_294_967_295 })
  expect(scalar(DataType.Float, Math.fround(21.4))).toEqual({ value: 21.4 })
  expect(scalar(DataType.Double, 0.1 + 0.2)).toEqual({ value: 0.1 + 0.2 })
  expect(scalar(DataType.Double, Number.NaN)).toHaveProperty('reason')
  expect(scalar(DataType.Double, Number.NEGATIVE_INFINITY)).toHaveProperty('reason')
  expect(scalar(DataType.String, 'RUN')).toEqual({ value: 'RUN' })
  expect(scalar(DataType.String, null)).toEqual({ value: null })
  expect(scalar(DataType.String, 'x'.repeat(4_097))).toHaveProperty('reason')
  expect(scalar(DataType.DateTime, new Date(Date.UTC(2026, 1, 3)))).toEqual({
    value: '2026-02-03T00:00:00.000Z',
  })
  expect(scalar(DataType.DateTime, new Date(Date.UTC(1601, 0, 1)))).toEqual({ value: null })
  expect(scalar(DataType.LocalizedText, coerceLocalizedText('läuft'))).toEqual({ value: 'läuft' })
  expect(scalar(DataType.NodeId, coerceNodeId('ns=2;s=Pump'))).toEqual({ value: 'ns=2;s=Pump' })
  expect(scalar(DataType.StatusCode, StatusCodes.BadTimeout)).toEqual({ value: 'BadTimeout' })
  expect(scalar(DataType.ByteString, Buffer.from([1, 2, 255]))).toEqual({ value: 'AQL/' })
  expect(scalar(DataType.Null, null)).toEqual({ value: null })
})

test('OU5 a whole number of 64 bits is the very number, or refused', () => {
  const types = [
    [DataType.Int64, -(2n ** 63n), 2n ** 63n - 1n],
    [DataType.UInt64, 0n, 2n ** 64n - 1n],
  ] as const
  for (const [type, min, max] of types)
    fc.assert(
      fc.property(fc.bigInt({ min, max }), (whole) => {
        const understood = scalar(type, split(whole))
        if ('value' in understood) expect(BigInt(Number(understood.value))).toBe(whole)
        else expect(BigInt(Number(whole)) === whole).toBe(false)
      }),
    )
  expect(scalar(DataType.Int64, split(-1n))).toEqual({ value: -1 })
  expect(scalar(DataType.Int64, split(2n ** 60n))).toEqual({ value: 2 ** 60 })
  expect(scalar(DataType.Int64, split(2n ** 53n + 1n))).toHaveProperty('reason')
  // The nearest double is another number, though it is written with these digits.
  expect(scalar(DataType.UInt64, split(18_080_712_078_337_677_000n))).toHaveProperty('reason')
})

test('OU5 of an array the chosen element is taken, and nothing else', () => {
  const row = new Variant({
    ...{ dataType: DataType.Double, arrayType: VariantArrayType.Array },
    value: new Float64Array([1, 2, 3]),
  })
  expect(valueOf(row, '2')).toEqual({ value: 3 })
  expect(valueOf(row)).toHaveProperty('reason')
  expect(valueOf(row, '3')).toHaveProperty('reason')
  expect(valueOf(row, '0,1')).toHaveProperty('reason')
  const matrix = new Variant({
    ...{ dataType: DataType.Int32, arrayType: VariantArrayType.Matrix, dimensions: [2, 3] },
    value: new Int32Array([0, 1, 2, 10, 11, 12]),
  })
  expect(valueOf(matrix, '1,2')).toEqual({ value: 12 })
  expect(valueOf(matrix, '1,3')).toHaveProperty('reason')
  expect(valueOf(new Variant({ dataType: DataType.Double, value: 7 }), '0')).toHaveProperty(
    'reason',
  )
})
