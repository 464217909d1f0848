import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MappingRule } from '../../../../contract/kinds/mqtt/mapping.ts'
import { MessagesByStart } from './messages-by-start.ts'
import { previewRules } from './preview-rules.ts'
import { propose } from './propose.ts'
import { Survey } from './survey.ts'

const services = { evaluate: async () => null, now: () => 0, prefix: '' }
const payload = Buffer.from('5')

it('FB45 of thousands of proposals each is tried with the messages that may be its own', () => {
  const seen = new Survey()
  for (let device = 0; device < 3_000; device++)
    for (const sensor of ['temperature', 'humidity'])
      seen.add({ topic: `d${device}/${sensor}`, payload, isRetained: false })
  const topics = seen.topics()
  const messages = new MessagesByStart(topics.map(({ topic }) => ({ topic, payload })))
  const tried = propose(topics).map(({ rules }) => messages.of(rules).length)
  expect(tried).toEqual(Array(3_000).fill(2))
})

it('FB45 what rules make of them is what they make of all', async () => {
  const level = fc.constantFrom('a', 'b', 'c')
  const topics = fc.array(fc.array(level, { minLength: 1, maxLength: 3 }), { maxLength: 10 })
  const templateLevel = fc.constantFrom('a', 'b', '{device}', '+', '{sensor}', '$SYS')
  const rule = fc.tuple(templateLevel, fc.constantFrom('b', '{device}', '#')).map((levels) =>
    MappingRule.parse({
      ...{ topic: levels.join('/'), device: 'press-1' },
      payload: { format: 'plain', key: 'k' },
    }),
  )
  await fc.assert(
    fc.asyncProperty(topics, fc.array(rule, { maxLength: 3 }), async (all, rules) => {
      const messages = all.map((levels) => ({ topic: levels.join('/'), payload }))
      const few = new MessagesByStart(messages).of(rules)
      const preview = await previewRules(rules, few, services)
      expect(preview).toEqual(await previewRules(rules, messages, services))
    }),
  )
})
