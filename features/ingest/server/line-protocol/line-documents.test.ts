import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { BatchProblems } from '../batch/batch-problems.ts'
import { LineDocuments } from './line-documents.ts'
import type { Precision } from './line-times.ts'

const ms = Date.UTC(2026, 0, 18, 2, 6, 32, 5)
const ns = `${ms}000000`

function read(body: string | Uint8Array, precision: Precision = 'ns') {
  const problems = new BatchProblems()
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const documents = [...new LineDocuments().read(bytes, precision, problems)]
  return {
    documents,
    values: documents.flatMap((document) => document.values),
    problems: problems.listed().map(({ field, reason }) => `${field}: ${reason}`),
    refused: problems.count,
  }
}

/** `key=value` of all that is understood. */
const understood = (body: string) =>
  read(body).values.map(({ key, value }) => `${key}=${String(value)}`)

// The lines with which other parsers of the protocol are tried, and what they find in them.
test.each([
  ['', []],
  ['cpu value=42', ['cpu value=42']],
  [`cpu value=42 ${ns}`, ['cpu value=42']],
  [String.raw`c\pu value=42`, [String.raw`c\pu value=42`]],
  [String.raw`cp\\u value=42`, [String.raw`cp\\u value=42`]],
  [String.raw`cpu\ abc value=42`, [String.raw`cpu\ abc value=42`]],
  ['cpu value=42e0', ['cpu value=42']],
  ['cpu value=-42e0', ['cpu value=-42']],
  ['cpu value=42e-1', ['cpu value=4.2']],
  ['cpu value=42E0', ['cpu value=42']],
  ['cpu value=42.2', ['cpu value=42.2']],
  ['cpu value=.42', ['cpu value=0.42']],
  ['cpu value=-.42', ['cpu value=-0.42']],
  ['cpu value=00.42', ['cpu value=0.42']],
  ['cpu x=42,y=42', ['cpu x=42', 'cpu y=42']],
  ['cpu value=42i', ['cpu value=42']],
  ['cpu value=-42i', ['cpu value=-42']],
  ['cpu value=0i', ['cpu value=0']],
  ['cpu value=42u', ['cpu value=42']],
  ['cpu value=-9223372036854775808i', ['cpu value=-9223372036854776000']],
  ['cpu value=9223372036854775808u', ['cpu value=9223372036854776000']],
  ['cpu value=9223372036854774784i', ['cpu value=9223372036854775000']],
  ['cpu value="42"', ['cpu value=42']],
  ['cpu value="4\n2"', ['cpu value=4\n2']],
  ['cpu value="4\r2"', ['cpu value=4\r2']],
  [String.raw`cpu value="a \"b\" \\c\d"`, [String.raw`cpu value=a "b" \c\d`]],
  ['cpu value=true', ['cpu value=1']],
  ['cpu value=F', ['cpu value=0']],
  ['cpu,host=localhost value=42', ['cpu,host=localhost value=42']],
  [String.raw`cpu,h\ ost=localhost value=42`, [String.raw`cpu,h\ ost=localhost value=42`]],
  [String.raw`cpu,h\,ost=localhost value=42`, [String.raw`cpu,h\,ost=localhost value=42`]],
  [String.raw`cpu,h\=ost=localhost value=42`, [String.raw`cpu,h\=ost=localhost value=42`]],
  ['cpu,host=localhost,cpu=cpu0 value=42', ['cpu,cpu=cpu0,host=localhost value=42']],
  [String.raw`cpu,host=two\ words value=42`, [String.raw`cpu,host=two\ words value=42`]],
  [String.raw`cpu,host=two\\ words value=42`, [String.raw`cpu,host=two\\ words value=42`]],
  ['cpu value=42\n\n\n\ncpu value=43', ['cpu value=42', 'cpu value=43']],
  [`   cpu   value=42  ${ns}  \n\n cpu value=42`, ['cpu value=42', 'cpu value=42']],
  ['# blah blah\ncpu value=42\n# blah\n\n  ', ['cpu value=42']],
  ['cpu value=42\r\ncpu value=43\r\n', ['cpu value=42', 'cpu value=43']],
  ['cpu ☺=42', ['cpu ☺=42']],
])('IN40 understands %j as other readers of the line protocol do', (body, expected) => {
  expect(understood(body)).toEqual(expected)
  expect(read(body).problems).toEqual([])
})

test.each([
  'cpu value=42E',
  'cpu value=.',
  'cpu value=howdy',
  'cpu value=',
  'cpu value',
  'cpu',
  ',',
  'cpu, value=42',
  'cpu,x=y ',
  'cpu,xyzzy value=42',
  'cpu,xyzzy= value=42',
  'cpu,h ost=localhost value=42',
  'cpu,h,ost=localhost value=42',
  'cpu,h=ost=localhost value=42',
  'cpu value=42 value=43',
  'cpu value=42 12345678901234567890',
  'cpu value=42 "12345678901234567890"',
  'cpu value="42 12345678901234567890',
  'cpu value=42 -1',
  'cpu value=42 0',
  'cpu value=NaN',
  'cpu value=Infinity',
  'cpu value=1e400',
  'cpu value=0x10',
  'cpu value=9007199254740993i',
  'cpu value=-1u',
  'cpu value=9223372036854775808i',
  'cpu value=-9223372036854777856i',
  'cpu value=18446744073709551616u',
  'cpu a=1,a=2',
  'cpu,a=1,a=2 value=1',
  'cpu\u200b value=1',
  `cpu value=1 ${ms}`,
  'cpu value=1 4070908800000000000000',
])('IN41 refuses %j alone, and takes the lines around it', (line) => {
  const { values, refused } = read(`good value=1\n${line}\ngood value=2`)
  expect(values.map(({ key, value }) => [key, value])).toEqual([
    ['good value', 1],
    ['good value', 2],
  ])
  expect(refused).toBeGreaterThan(0)
})

it('IN41 names the line, and stores the 4,999 good ones around one that is not closed', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `m f=${index},t="x" ${ns}`)
  lines[2_500] = 'm f="never closed'
  const { values, problems } = read(lines.join('\n'))
  expect(values).toHaveLength(2 * 4_999)
  expect(problems).toEqual(['line 2501: has a text that is not closed'])
  expect(new Set(values.map(({ path }) => path)).size).toBe(4_999)
})

it('IN41 refuses the lines of a request that are no UTF-8, and no other', () => {
  const body = Buffer.concat([
    Buffer.from('a v=1\nb v="'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"\nc v="é"\n'),
  ])
  const { values, problems } = read(body)
  expect(values.map(({ key, value }) => [key, value])).toEqual([
    ['a v', 1],
    ['c v', 'é'],
  ])
  expect(problems).toEqual(['line 2: is not UTF-8'])
})

test.each([
  ['ns', '1768701992005999999', ms],
  ['us', '1768701992005999', ms],
  ['u', '1768701992005999', ms],
  ['ms', '1768701992005', ms],
  ['s', '1768701992', ms - 5],
  ['m', '29478366', Date.UTC(2026, 0, 18, 2, 6)],
  ['h', '491306', Date.UTC(2026, 0, 18, 2)],
] as const)('IN40 reads times in %s', (precision, time, expected) => {
  expect(read(`m f=1 ${time}`, precision).values[0]?.time).toBe(expected)
})

it('IN40 leaves a point without a time to that of its receipt', () => {
  expect(read('m f=1').values[0]?.time).toBeUndefined()
})

it('IN44 reads the device of a line from its tag lesi_id, which is no part of the key', () => {
  const { documents } = read('m,lesi_id=GW--1,a=b f=1\nm,a=b f=2')
  expect(documents.map(({ lesiId, values }) => [lesiId, values[0]?.key])).toEqual([
    ['GW--1', 'm,a=b f'],
    [null, 'm,a=b f'],
  ])
})

// Names without what no key may hold: blanks at their ends, and what cannot be seen.
const name = fc.stringMatching(/^[a-z\\=", é☺]{0,8}[a-z☺]$/)
const escaped = (text: string, separators: RegExp) => text.replaceAll(separators, String.raw`\$&`)
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => ({
    written: Object.is(number, -0) ? '-0' : String(number),
    expected: number,
  })),
  fc.maxSafeInteger().map((number) => ({ written: `${number}i`, expected: number })),
  fc.boolean().map((flag) => ({ written: String(flag), expected: flag ? 1 : 0 })),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => ({
    written: `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`,
    expected: text,
  })),
)
const point = fc.record({
  measurement: name.filter((text) => !text.startsWith('#')),
  tags: fc.uniqueArray(fc.tuple(name, name), { selector: ([key]) => key, maxLength: 4 }),
  fields: fc.uniqueArray(fc.tuple(name, value), {
    ...{ selector: ([key]) => key, minLength: 1, maxLength: 5 },
  }),
  time: fc.integer({ min: Date.UTC(2000), max: Date.UTC(2099) }),
})

it('IN40 understands whatever points are written, in whatever order of their tags', () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 20 }), (points) => {
      const write = (reverse: boolean) =>
        points.map(({ measurement, tags, fields, time }) => {
          const ofName = (text: string) => escaped(text, /[,= ]/g)
          const pairs = tags.map(([key, text]) => `,${ofName(key)}=${ofName(text)}`)
          const written = fields.map(([key, { written: text }]) => `${ofName(key)}=${text}`)
          const sorted = reverse ? pairs.toReversed() : pairs
          return `${escaped(measurement, /[, ]/g)}${sorted.join('')} ${written.join(',')} ${time}`
        })
      const { values, problems } = read(write(false).join('\n'), 'ms')
      expect(problems).toEqual([])
      expect(values.map(({ value: found, time }) => [found, time])).toEqual(
        points.flatMap(({ fields, time }) => fields.map(([, { expected }]) => [expected, time])),
      )
      const other = read(write(true).join('\n'), 'ms')
      expect(other.values.map(({ key }) => key)).toEqual(values.map(({ key }) => key))
    }),
    { numRuns: 300 },
  )
})

it('IN40 gives two points the same key only when they are of the same series and field', () => {
  fc.assert(
    fc.property(name, name, name, name, (one, two, three, four) => {
      const ofName = (text: string) => escaped(text, /[,= ]/g)
      const keys = [
        `${escaped(one, /[, ]/g)},${ofName(two)}=${ofName(three)} ${ofName(four)}=1`,
        `${escaped(one, /[, ]/g)} ${ofName(four)}=1`,
        `${escaped(one + two, /[, ]/g)} ${ofName(four)}=1`,
        `${escaped(one, /[, ]/g)} ${ofName(two + four)}=1`,
      ].flatMap((line) => read(line).values.map(({ key }) => key))
      expect(new Set(keys).size).toBe(4)
    }),
  )
})

it('IN41 ends, and throws nothing, whatever bytes a request has', () => {
  const syntax = fc.stringMatching(/^[a,= "\\\n#1i]{0,60}$/)
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), syntax), (body) => {
      const { values, refused } = read(body)
      expect(values.length + refused).toBeLessThanOrEqual(body.length)
    }),
    { numRuns: 500 },
  )
})

test('IN40 a value that is nearly a number is refused at once, however long it is', () => {
  // Looked at from each digit on, this many would take longer than a test may.
  const digits = '1'.repeat(400_000)
  expect(read([`a v=${digits}x`, `b v=${digits}.${digits}x`, 'c v=1'].join('\n'))).toMatchObject({
    ...{ values: [{ key: 'c v' }], refused: 2 },
  })
})
