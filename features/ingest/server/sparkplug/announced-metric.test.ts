import fc from 'fast-check'
import { expect, it } from 'vitest'
import { announcedMetric, commandMetric, isSameValue, targetOf } from './announced-metric.ts'
import { valueOf } from './metric-value.ts'
import { readPayload, writePayload } from './payload-schema.ts'

/** What is written reads back as the same value, by the same code that reads data. */
function cameBack(datatype: number, value: number | string | boolean): boolean {
  const announced = announcedMetric({ name: 'a', datatype })
  if (!announced) throw new Error(`type ${datatype} is not announced`)
  const payload = writePayload({ metrics: [commandMetric(announced, value, 1)] })
  const [metric = {}] = readPayload(payload).metrics ?? []
  const read = valueOf(metric, datatype)
  return 'value' in read && isSameValue(announced, value, read.value)
}

it('CM14 every value of every type is written as it is read', () => {
  for (const datatype of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const { minimum, maximum } = targetOf(
      announcedMetric({ name: 'a', datatype }) ?? expect.fail(`no target for type ${datatype}`),
    )
    const value = fc
      .maxSafeInteger()
      .filter((each) => each >= (minimum ?? 0) && each <= (maximum ?? 0))
    const near = fc.integer({ min: Math.max(minimum ?? 0, -128), max: 127 })
    fc.assert(
      fc.property(
        fc.oneof(
          near,
          fc.constantFrom(minimum ?? 0, maximum ?? 0),
          ...(datatype === 4 ? [value] : []),
        ),
        (each) => cameBack(datatype, each),
      ),
    )
  }
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (each) => cameBack(10, each)),
  )
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (each) => cameBack(9, each)),
  )
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (each) => cameBack(12, each)))
  expect([cameBack(11, true), cameBack(11, false)]).toEqual([true, true])
})

it('CM14 what is no single value, or of the protocol itself, is no target', () => {
  for (const metric of [
    { name: 'bdSeq', datatype: 8 },
    { name: '', datatype: 8 },
    { name: 'set', datatype: 16 },
    { name: 'bytes', datatype: 17 },
    { name: 'time', datatype: 13 },
    { name: 'array', datatype: 22 },
    { name: 'template', datatype: 19 },
    { name: 'untyped' },
    { name: 'Node Control/Rate', datatype: 3, alias: 4 },
  ])
    expect(announcedMetric(metric)?.name ?? null).toBe(
      metric.name === 'Node Control/Rate' ? metric.name : null,
    )
})

it.each([
  [{ type: 3, intValue: 0xff_ff_ff_d8 }, { type: 3, intValue: 40 }, [-40, 40]],
  [{ type: 1, intValue: 0xd8 }, { type: 2, intValue: 0xff_ff_ff_ff }, [-40, -1]],
  [{ type: 4, longValue: { low: -40, high: -1 } }, { type: 8, longValue: 40 }, [-40, 40]],
  [{ type: 9, floatValue: Math.fround(0.1) }, { type: 10, doubleValue: 1e3 }, [0.1, 1_000]],
  [{ type: 3, isNull: true }, { type: 11, booleanValue: true }, [-1_000, 1_000]],
] as const)(
  'IN146 limits %j and %j of a metric are what their types say',
  (low, high, expected) => {
    const properties = { keys: ['engLow', 'engHigh'], values: [low, high] }
    const metrics = [{ name: 'a', datatype: 10, properties }]
    const [metric = {}] = readPayload(writePayload({ metrics })).metrics ?? []
    const { minimum, maximum } = announcedMetric(metric) ?? {}
    expect([minimum ?? -1_000, maximum ?? 1_000]).toEqual(expected)
  },
)
