import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maximumTailLines, type TailLine } from '#features/ingest/contract/tail.ts'
import { emptyTail, lastId, nextTail } from './tail-lines.ts'

const lineOf = (id: number): TailLine => ({
  ...{ kind: 'refused', id, time: id, source: '', raw: '', lesiId: null, field: 'x', reason: 'y' },
})

const aStep = fc.record({
  count: fc.nat(150),
  /** Lines that the server gives once more, because an answer was lost. */
  repeated: fc.nat(5),
  isPaused: fc.boolean(),
})

test('SC1 whatever comes twice or while paused, a page has each line once, newest first', () => {
  fc.assert(
    fc.property(fc.array(aStep, { maxLength: 12 }), (steps) => {
      let state = emptyTail
      let id = 0
      for (const step of steps) {
        state = nextTail(state, { type: step.isPaused ? 'pause' : 'resume' })
        const from = Math.max(1, id + 1 - step.repeated)
        id += step.count
        const ids = Array.from({ length: id - from + 1 }, (_, index) => from + index)
        const answer = { lines: ids.map(lineOf), perSecond: step.count, skipped: 1 }
        const before = state.lines
        state = nextTail(state, { type: 'answer', answer })
        expect(lastId(state)).toBe(id)
        if (step.isPaused) expect(state.lines).toBe(before)
        else expect(state.waiting).toEqual([])
      }
      const shown = nextTail(state, { type: 'resume' }).lines.map((line) => line.id)
      expect(shown).toEqual(
        Array.from({ length: Math.min(id, maximumTailLines) }, (_, index) => id - index),
      )
      expect(state.skipped).toBe(steps.length)
    }),
  )
})
