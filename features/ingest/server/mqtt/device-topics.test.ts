import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOwnTopicFilter } from './device-filters.ts'
import { parseDeviceTopic } from './device-topics.ts'
import { answerFilter, messageFilters, refusedTopic, statusFilter } from './own-topics.ts'

const lesiId = fc.stringMatching(/^[A-Za-z0-9_-]{3,64}$/)

it('IN4 reads topics of a device below its name and no other', () => {
  fc.assert(
    fc.property(lesiId, fc.constantFrom('telemetry', 'status'), (id, kind) => {
      expect(parseDeviceTopic(`warroom/v1/${id}/${kind}`)).toEqual({ lesiId: id, kind })
      for (const other of [
        `warroom/v2/${id}/${kind}`,
        `warroom/v1/${id}/${kind}/x`,
        `warroom/v1/${id}`,
        `/warroom/v1/${id}/${kind}`,
      ])
        expect(parseDeviceTopic(other)).toBeNull()
    }),
  )
  fc.assert(fc.property(fc.string(), (topic) => void parseDeviceTopic(topic)))
})

it('IN4 lets a device subscribe to its own topics and to none of another', () => {
  for (const name of ['telemetry', 'status', 'refused', '+', '#'])
    expect(isOwnTopicFilter(`warroom/v1/pump-1/${name}`, 'pump-1', 'warroom')).toBe(true)
  expect(isOwnTopicFilter(refusedTopic('pump-1'), 'pump-1', 'warroom')).toBe(true)
  for (const filter of [
    '#',
    '+/+/+/#',
    'warroom/v1/#',
    'warroom/v1/+/telemetry',
    'warroom/v1/pump-10/telemetry',
    'warroom/v1/pump-/#',
    '$SYS/#',
    '$share/x/warroom/v1/pump-1/#',
    '',
  ])
    expect(isOwnTopicFilter(filter, 'pump-1', 'warroom'), filter).toBe(false)
})

it('IN11 asks an external broker for every topic that devices publish to', () => {
  expect([...messageFilters, statusFilter, answerFilter]).toEqual([
    'warroom/v1/+/telemetry',
    'warroom/v1/+/status',
    'warroom/v1/+/command/answer',
  ])
})

it('IN15 takes only a handful of filters: subscriptions are bounded', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 10 }),
      (name) => !isOwnTopicFilter(`warroom/v1/pump-1/${name}`, 'pump-1', 'warroom'),
    ),
  )
})
