import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Proposal } from '../../../../contract/kinds/mqtt/discovery.ts'
import { propose } from './propose.ts'
import { Survey } from './survey.ts'

const inherited = ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty']

function proposed(messages: readonly (readonly [topic: string, text: string])[]) {
  const seen = new Survey()
  for (const [topic, text] of messages)
    seen.add({ topic, payload: Buffer.from(text), isRetained: false })
  return propose(seen.topics())
}

it.each(inherited)('FB11 a sensor, part or unit that is called %s is like any other', (name) => {
  const found = proposed([
    ['tele/boiler/SENSOR', `{"DS18B20":{"Temperature":20.5},"${name}":{"${name}":1}}`],
    ['shellies/shelly1-aabbcc/online', 'true'],
    [`shellies/shelly1-aabbcc/${name}/0`, '1'],
    ['packs/one', `[{"n":"a","u":"${name}","v":1}]`],
  ])
  expect(found.map(({ format }) => format)).toEqual(['tasmota', 'shelly', 'senml'])
  for (const proposal of found) expect(Proposal.parse(proposal)).toEqual(proposal)
})

it('FB11 documents that are nested deeper than the stack hold up no other', () => {
  const depth = 15_000
  const lists = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const exposes = `${'[{"features":'.repeat(depth)}[]${'}]'.repeat(depth)}`
  const messages = [
    ['homeassistant/sensor/x/config', `{"stat_t":"a/b","dev":{"cns":${lists}}}`],
    ['z/bridge/devices', `[{"friendly_name":"d","definition":{"exposes":${exposes}}}]`],
    ['plant/press-1/temperature', '5'],
  ] as const
  expect(proposed(messages).at(-1)).toMatchObject({ format: 'plain' })
})

const words = ['SENSOR', 'STATE', 'tele', 'stat', 'shellies', 'status', 'events', 'rpc', 'config']
const levels = fc.constantFrom(...words, ...inherited, 'homeassistant', 'sensor', 'a', '0', 'x:0')
const names = ['friendly_name', 'definition', 'exposes', 'features', 'property', 'unit', 'type']
const moreNames = ['method', 'params', 'id', 'stat_t', '~', 'dev', 'ids', 'n', 'v', 'u', 'fields']
const anyDocument = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, fc.jsonValue({ maxDepth: 1 }), tie('object')),
  object: fc.dictionary(fc.constantFrom(...names, ...moreNames, ...inherited), tie('value')),
})).value

it('FB11 whatever is published, what is proposed can be shown', () => {
  const topic = fc.array(levels, { minLength: 1, maxLength: 5 }).map((each) => each.join('/'))
  const asText = (document: unknown) => JSON.stringify(document)
  const devices = fc.tuple(fc.constant('z/bridge/devices'), fc.array(anyDocument).map(asText))
  const message = fc.oneof(fc.tuple(topic, anyDocument.map(asText)), devices)
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), (messages) => {
      for (const proposal of proposed(messages)) structuredClone(proposal)
    }),
    { numRuns: 200 },
  )
})
