import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MappingRule } from '../../../../contract/kinds/mqtt/mapping.ts'
import { compileRule, mapMessage } from './map-message.ts'

const services = {
  evaluate: () => Promise.reject(new Error('is not evaluated here')),
  ...{ now: () => Date.UTC(2026, 5, 1), prefix: '' },
}

async function map(payload: object, document: unknown, own = services) {
  const rule = MappingRule.parse({ topic: 'a/{device}', payload })
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  return mapMessage(compileRule(rule), { topic: 'a/press-1', payload: Buffer.from(text) }, own)
}

/** No text can be made of it. */
const textless = { toString: 1, valueOf: 1 }

it('FB41 what should be a text or a number and is none is refused alone', async () => {
  const good = { name: 'cpu', fields: { load: 2 } }
  const metrics = await map({ format: 'telegraf' }, [{ ...good, tags: { core: textless } }, good])
  expect(metrics?.documents.flatMap(({ values }) => values)).toMatchObject([{ key: 'cpu load' }])
  expect(metrics?.problems).toEqual([
    { field: 'metrics[0]', reason: 'tags.core must be a text, not a object' },
  ])
  const records = [
    { bver: textless, n: 'a', v: 1 },
    { n: 'b', v: 2 },
  ]
  const pack = await map({ format: 'senml' }, records)
  expect(pack?.documents.flatMap(({ values }) => values)).toMatchObject([{ key: 'b', value: 2 }])
  expect(pack?.problems).toMatchObject([{ field: '[0]' }])
})

it('FB41 tags whose numbers a double cannot hold are not one series', async () => {
  const metrics = ['9007199254740993', '9007199254740995'].map(
    (core) => `{"name":"cpu","fields":{"load":1},"tags":{"core":${core}}}`,
  )
  const mapped = await map({ format: 'telegraf' }, `[${metrics.join()}]`)
  expect(mapped?.documents.flatMap(({ values }) => values)).toEqual([])
  expect(mapped?.problems.map(({ field }) => field)).toEqual(['metrics[0]', 'metrics[1]'])
})

it('FB41 a message that meets a defect is a problem, and does not come again', async () => {
  const now = () => {
    throw new RangeError('no clock')
  }
  expect(await map({ format: 'senml' }, [{ n: 'a', v: 1 }], { ...services, now })).toEqual({
    documents: [],
    problems: [{ field: 'payload', reason: 'met a defect of the server: no clock' }],
  })
})

const names = ['bn', 'bt', 'bver', 'n', 'v', 'vs', 'vb', 's', 't', 'u', 'name', 'fields', 'tags']
const moreNames = [
  'metrics',
  'timestamp',
  'host',
  'toString',
  'valueOf',
  '__proto__',
  'constructor',
]
const anyDocument = fc.jsonValue({ maxDepth: 4 })
const ofTheseNames = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, anyDocument, tie('object'), fc.array(tie('value'))),
  object: fc.dictionary(fc.constantFrom(...names, ...moreNames), tie('value'), { maxKeys: 6 }),
})).value

it.each(['json', 'senml', 'telegraf', 'plain', 'status'])(
  'FB41 whatever a document holds, the rule for %s says what it gives',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(ofTheseNames, async (document) => {
        const payload = { format, ...(format === 'status' && { online: 'a', offline: 'b' }) }
        const mapped = await map(payload, JSON.stringify(document))
        const values = mapped?.documents.flatMap((each) => each.values) ?? []
        for (const { value } of values)
          expect(value === null || typeof value === 'string' || Number.isFinite(value)).toBe(true)
        expect(mapped?.problems.filter(({ reason }) => reason.includes('defect'))).toEqual([])
      }),
      { numRuns: 200 },
    )
  },
)
