import fc from 'fast-check'
import { expect, it } from 'vitest'
import { budgetBytes } from './available-memory.ts'
import { Budget, type Reservation } from './budget.ts'
import { budgetKinds, limitsOf } from './kinds.ts'
import { overloaded } from './overloaded.ts'

const mebibyte = 2 ** 20
const usageOf = (budget: Budget, kind: string) => budget.usage().find((each) => each.kind === kind)

it('BU1 a source that holds its share gets no more, and its neighbour does', () => {
  const budget = new Budget(64 * mebibyte)
  const { share } = budget.limits('request-body')
  const held = budget.reserve('request-body', 'one', share)
  expect(held).toMatchObject({ bytes: share })
  expect(budget.reserve('request-body', 'one', 1)).toBe('share')
  expect(budget.reserve('request-body', 'other', share)).toMatchObject({ bytes: share })
  expect(budget.reserve('mqtt-packet', 'one', 1)).toMatchObject({ bytes: 1 })
  expect(usageOf(budget, 'request-body')).toMatchObject({
    bytes: share * 2,
    sources: 2,
    refused: { share: 1, total: 0 },
  })
})

it('BU2 many sources together hold no more than the part, and leave every other kind its own', () => {
  const budget = new Budget(64 * mebibyte)
  const { share, part } = budget.limits('document')
  const answers = Array.from({ length: 100 }, (_, index) =>
    budget.reserve('document', `device-${index}`, share),
  )
  expect(answers.filter((answer) => answer === 'total').length).toBe(100 - Math.floor(part / share))
  for (const kind of budgetKinds.filter((kind) => kind !== 'document'))
    expect(budget.reserve(kind, 'neighbour', budget.limits(kind).share)).not.toBeTypeOf('string')
})

it('BU3 released bytes are free again, once, and a source that holds nothing is not kept', () => {
  const budget = new Budget(64 * mebibyte)
  const held = budget.reserve('will', 'one', 100)
  if (typeof held === 'string') throw new Error(held)
  expect(held.resize(300)).toBeNull()
  held.release()
  held.release()
  expect([held.resize(50), held.bytes]).toEqual([null, 0])
  expect(usageOf(budget, 'will')).toMatchObject({ bytes: 0, sources: 0 })
})

it('BU3 a resize without room changes nothing', () => {
  const budget = new Budget(64 * mebibyte)
  const { share } = budget.limits('reply')
  const held = budget.reserve('reply', 'one', 10)
  if (typeof held === 'string') throw new Error(held)
  expect([held.resize(share + 1), held.bytes]).toEqual(['share', 10])
  expect(usageOf(budget, 'reply')).toMatchObject({ bytes: 10, refused: { share: 1, total: 0 } })
})

it('BU3 counts whole bytes only', () => {
  const budget = new Budget(64 * mebibyte)
  expect(() => budget.reserve('reply', 'one', Number.NaN)).toThrow(RangeError)
  expect(() => budget.reserve('reply', 'one', 0.5)).toThrow(RangeError)
  expect(() => budget.reserve('reply', 'one', -1)).toThrow(RangeError)
})

type Step = readonly [
  action: 'reserve' | 'resize' | 'release',
  kind: number,
  source: number,
  size: number,
  which: number,
]
const action = fc.constantFrom('reserve', 'resize', 'release')
const step = fc.tuple(
  action,
  fc.nat(budgetKinds.length - 1),
  fc.nat(40),
  fc.nat(12 * mebibyte),
  fc.nat(1_000),
)

it('BU4 whatever comes in whatever order, what is counted is what is held, within every share and the whole', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps: readonly Step[]) => {
      const budget = new Budget(64 * mebibyte)
      const held: { kind: string; source: string; reservation: Reservation }[] = []
      for (const [action, kindIndex, sourceIndex, size, which] of steps) {
        const kind = budgetKinds[kindIndex] ?? 'reply'
        const source = `source-${sourceIndex}`
        const index = which % Math.max(1, held.length)
        if (action === 'reserve') {
          const reservation = budget.reserve(kind, source, size)
          if (typeof reservation !== 'string') held.push({ kind, source, reservation })
        } else if (action === 'resize') held[index]?.reservation.resize(size)
        else for (const { reservation } of held.splice(index, 1)) reservation.release()
      }
      let all = 0
      for (const { kind, bytes, part, share, sources } of budget.usage()) {
        const bySource = new Map<string, number>()
        for (const each of held.filter((one) => one.kind === kind))
          bySource.set(each.source, (bySource.get(each.source) ?? 0) + each.reservation.bytes)
        const sums = [...bySource.values()].filter((sum) => sum > 0)
        const sum = sums.reduce((total, each) => total + each, 0)
        expect([bytes, sources]).toEqual([sum, sums.length])
        expect(Math.max(0, ...sums)).toBeLessThanOrEqual(share)
        expect(bytes).toBeLessThanOrEqual(part)
        all += bytes
      }
      expect(all).toBeLessThanOrEqual(budget.totalBytes)
      for (const { reservation } of held) reservation.release()
      for (const usage of budget.usage()) expect(usage).toMatchObject({ bytes: 0, sources: 0 })
    }),
  )
})

it('BU5 the parts make up the whole, and in the least budget a share holds the largest single thing', () => {
  const total = 128 * mebibyte
  expect(budgetKinds.reduce((sum, kind) => sum + limitsOf(kind, total).part, 0)).toBe(total)
  expect(limitsOf('request-body', total).share).toBeGreaterThanOrEqual(3 * mebibyte)
  for (const kind of [
    'mqtt-packet',
    'document',
    'reply',
    'live-frame',
    'catalogue-change',
  ] as const)
    expect(limitsOf(kind, total).share).toBeGreaterThan(300 * 1024)
})

const gibibyte = 2 ** 30
it.each([
  [
    'no limit but the machine',
    { constrained: 18_446_744_073_709_552_000, machine: 2 * gibibyte, heap: 4 * gibibyte },
    256,
  ],
  ['no control group', { constrained: 0, machine: 2 * gibibyte, heap: 4 * gibibyte }, 256],
  [
    'a control group',
    { constrained: 1.5 * gibibyte, machine: 64 * gibibyte, heap: 4 * gibibyte },
    192,
  ],
  ['a small heap', { constrained: 0, machine: 64 * gibibyte, heap: gibibyte }, 256],
  ['a large machine', { constrained: 0, machine: 64 * gibibyte, heap: 4 * gibibyte }, 512],
  ['a very small one', { constrained: gibibyte / 8, machine: gibibyte, heap: gibibyte / 4 }, 128],
])(
  'BU5 the whole comes from the memory that the process may use: %s',
  (_name, limits, mebibytes) => {
    expect(budgetBytes(limits)).toBe(mebibytes * mebibyte)
  },
)

it('BU1 a request without room is answered 429 for its share and 503 for the whole, each with a time to try again', () => {
  expect(overloaded('share')).toMatchObject({
    code: 'too_many_requests',
    status: 429,
    retryAfterSeconds: 5,
  })
  expect(overloaded('total')).toMatchObject({
    code: 'overloaded',
    status: 503,
    retryAfterSeconds: 5,
  })
})
