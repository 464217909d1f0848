import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parsePath, valueAt, writePath } from './document-path.ts'
import {
  filterOf,
  matchTopic,
  namesOf,
  parseTemplate,
  type TemplateLevel,
  type TopicTemplate,
} from './topic-template.ts'

const name = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).filter((text) => {
  return !/[{}+#/\0]/.test(text) && !text.startsWith('$')
})
const inner = fc.oneof(
  name.map((text): TemplateLevel => ({ kind: 'literal', text })),
  fc.constant<TemplateLevel>({ kind: 'any' }),
  fc.constant<TemplateLevel>({ kind: 'device' }),
)
const last = fc.constantFrom<TemplateLevel[]>(
  [],
  [{ kind: 'sensor' }],
  [{ kind: 'rest', isSensor: true }],
  [{ kind: 'rest', isSensor: false }],
)
const template = fc
  .tuple(fc.array(inner, { minLength: 1, maxLength: 6 }), last)
  .map(([levels, end]): TopicTemplate => [...levels, ...end])

const texts = { any: '+', device: '{device}', sensor: '{sensor}' } as const

function write(levels: TopicTemplate): string {
  return levels
    .map((level) => {
      if (level.kind === 'literal') return level.text
      if (level.kind === 'rest') return level.isSensor ? '{sensor#}' : '#'
      return texts[level.kind]
    })
    .join('/')
}

it('FB1 a template gives back the names that its topic was made from', () => {
  fc.assert(
    fc.property(template, fc.array(name, { minLength: 12, maxLength: 12 }), (levels, names) => {
      const parsed = parseTemplate(write(levels))
      expect(parsed).toEqual(levels)
      const parts = levels.map((level, index) => {
        if (level.kind === 'literal') return level.text
        return level.kind === 'rest' ? `${names[index]}/${names[index + 1]}` : (names[index] ?? '')
      })
      const device = parts.filter((_, index) => levels[index]?.kind === 'device')
      const sensorAt = levels.findIndex(
        (level) => level.kind === 'sensor' || (level.kind === 'rest' && level.isSensor),
      )
      const sensor = sensorAt === -1 ? null : (parts[sensorAt] ?? null)
      const topic = parts.join('/').split('/')
      expect(matchTopic(levels, topic)).toEqual({ device, sensor })
      expect(namesOf(levels)).toEqual({ device: device.length > 0, sensor: sensor !== null })
      // One level more, or another first one, is another topic.
      if (levels.at(-1)?.kind !== 'rest') expect(matchTopic(levels, [...topic, 'x'])).toBeNull()
      if (levels[0]?.kind === 'literal')
        expect(matchTopic(levels, [`${topic[0]}x`, ...topic.slice(1)])).toBeNull()
    }),
  )
})

it.each([
  ['plant/{device}/{sensor}/state', 'plant/+/+/state'],
  ['shellies/{device}/{sensor#}', 'shellies/+/#'],
  ['#', '#'],
  ['/a//b', '/a//b'],
])('FB1 %s asks the broker for %s', (text, filter) => {
  expect(filterOf(parseTemplate(text) ?? [])).toBe(filter)
})

it.each([
  ...['', 'a/#/b', '{sensor}/{sensor}', '{sensor}/{sensor#}', '{sensor#}/a', 'a+/b', 'a/b#'],
  ...['{devices}', 'x{device}', '{', 'a\0b', 'a'.repeat(1_025)],
])('FB1 %j is no template', (text) => {
  expect(parseTemplate(text)).toBeNull()
})

it('FB1 names that are empty name nothing, and brokers have topics of their own', () => {
  const match = (text: string, topic: string) =>
    matchTopic(parseTemplate(text) ?? [], topic.split('/'))
  expect(match('a/{device}/b', 'a//b')).toBeNull()
  expect(match('a/{sensor#}', 'a/')).toBeNull()
  expect(match('a/#', 'a')).toEqual({ device: [], sensor: null })
  expect(match('#', '$SYS/broker/uptime')).toBeNull()
  expect(match('+/broker/uptime', '$SYS/broker/uptime')).toBeNull()
  expect(match('$SYS/broker/{sensor}', '$SYS/broker/uptime')).toEqual({
    ...{ device: [], sensor: 'uptime' },
  })
})

it('FB1 a path reads what it writes, whatever members are called', () => {
  const step = fc.oneof(fc.string({ maxLength: 10, unit: 'grapheme' }), fc.nat(1_000))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (path) => {
      expect(parsePath(writePath(path))).toEqual(path)
    }),
  )
})

it('FB1 a path finds members of the document, and nothing that it inherits', () => {
  const at = (text: string) => valueAt({ a: { b: [{ 'c d': 1 }] } }, parsePath(text) ?? ['?'])
  expect([at("a.b[0]['c d']"), at('a.b[1]'), at('a.toString'), at('a.b.length')]).toEqual([
    1,
    undefined,
    undefined,
    1,
  ])
  for (const wrong of ['.a', 'a..b', 'a[', 'a[x]', 'a b', "a['b]"])
    expect(parsePath(wrong)).toBeNull()
})
