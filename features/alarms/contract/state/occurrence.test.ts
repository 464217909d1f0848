import fc from 'fast-check'
import { expect, test } from 'vitest'
import { begin, phaseOf, step, type Occurrence, type OccurrenceStep } from './occurrence.ts'

const steps: fc.Arbitrary<OccurrenceStep> = fc.oneof(
  fc.constantFrom<OccurrenceStep>(
    ...(['return', 'supersede', 'acknowledge', 'reset', 'show', 'withdraw'] as const).map(
      (type) => ({ type }),
    ),
  ),
  fc.record({
    type: fc.constant('hide' as const),
    reason: fc.constantFrom('shelved' as const, 'suppressed' as const, 'out_of_service' as const),
  }),
)
const beginnings = fc.record({
  isLatching: fc.boolean(),
  isJournal: fc.boolean(),
  hidden: fc.constantFrom(null, 'shelved' as const, 'suppressed' as const),
})

const run = (occurrence: Occurrence, all: readonly OccurrenceStep[]) => {
  const states = [occurrence]
  for (const each of all) {
    const next = step(states.at(-1) ?? occurrence, each)
    if (typeof next !== 'string') states.push(next)
  }
  return states
}
const after = (occurrence: Occurrence, ...all: OccurrenceStep['type'][]) => {
  const end = run(
    occurrence,
    all.map((type) => (type === 'hide' ? { type, reason: 'shelved' } : { type })),
  ).at(-1)
  return end && phaseOf(end)
}

test('AL1 any order of steps gives a legal history', () => {
  const leadTo: Record<string, readonly string[]> = {
    unacknowledged: ['acknowledged', 'returned', 'latched', 'ended'],
    acknowledged: ['latched', 'ended'],
    returned: ['ended'],
    latched: ['ended'],
    ended: [],
  }
  fc.assert(
    fc.property(beginnings, fc.array(steps, { maxLength: 12 }), (options, all) => {
      const phases = run(begin(options), all).map(phaseOf)
      for (const [index, phase] of phases.entries()) {
        const former = phases[index - 1] ?? phase
        if (phase !== former) expect(leadTo[former]).toContain(phase)
      }
    }),
  )
})

test('AL1 nothing that was shown and needs somebody ends by itself', () => {
  fc.assert(
    fc.property(beginnings, fc.array(steps, { maxLength: 12 }), (options, all) => {
      let state = begin(options)
      for (const each of all) {
        const next = step(state, each)
        if (typeof next === 'string') continue
        if (next.isEnded && !next.isAcknowledged && state.hidden === null)
          expect(['supersede', 'hide', 'withdraw']).toContain(each.type)
        if (next.isEnded && next.isLatching && state.hidden === null && next.isAcknowledged)
          expect(['reset', 'supersede', 'hide', 'withdraw']).toContain(each.type)
        state = next
      }
    }),
  )
})

const alarm = begin({ isLatching: false, isJournal: false, hidden: null })
const latching = begin({ isLatching: true, isJournal: false, hidden: null })

test.each([
  [[], 'unacknowledged'],
  [['acknowledge'], 'acknowledged'],
  [['acknowledge', 'return'], 'ended'],
  [['return'], 'returned'],
  [['return', 'acknowledge'], 'ended'],
  [['hide', 'return'], 'ended'],
  [['hide', 'show'], 'unacknowledged'],
  [['acknowledge', 'hide', 'show'], 'acknowledged'],
] as const)('AL1 after %j an alarm is %s', (all, phase) => {
  expect(after(alarm, ...all)).toBe(phase)
})

test.each([
  [['return'], 'latched'],
  [['acknowledge', 'return'], 'latched'],
  [['return', 'reset'], 'latched'],
  [['return', 'acknowledge', 'reset'], 'ended'],
  [['acknowledge', 'reset'], 'acknowledged'],
] as const)('AL1 after %j a latching alarm is %s', (all, phase) => {
  expect(after(latching, ...all)).toBe(phase)
})

test('AL1 what is only recorded asks for nobody: it ends with its condition', () => {
  const journal = begin({ isLatching: true, isJournal: true, hidden: null })
  expect(phaseOf(journal)).toBe('acknowledged')
  expect(after(journal, 'return')).toBe('ended')
})

test('AL1 a step that is not possible is refused with its reason', () => {
  expect(step(alarm, { type: 'reset' })).toBe('not_latched')
  expect(step(latching, { type: 'reset' })).toBe('still_present')
  expect(step({ ...latching, isPresent: false }, { type: 'reset' })).toBe('not_acknowledged')
  expect(step({ ...alarm, isAcknowledged: true }, { type: 'acknowledge' })).toBe(
    'already_acknowledged',
  )
  expect(step({ ...alarm, isPresent: false }, { type: 'return' })).toBe('not_present')
  expect(step(alarm, { type: 'supersede' })).toBe('still_present')
  expect(step(alarm, { type: 'show' })).toBe('not_hidden')
  expect(step({ ...alarm, isEnded: true }, { type: 'acknowledge' })).toBe('ended')
})
