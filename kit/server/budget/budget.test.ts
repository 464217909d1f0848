import { execFile } from 'node:child_process'
import { totalmem } from 'node:os'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { budgetBytes, type MemoryLimits } from './available-memory.ts'
import { Budget, type Reservation } from './budget.ts'
import { budgetKinds, limitsOf, type BudgetKind } from './kinds.ts'
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

it('BU2 many sources together hold no more than the part, and leave the other kinds theirs', () => {
  const budget = new Budget(64 * mebibyte)
  const { share, part } = budget.limits('document')
  const answers = Array.from({ length: 100 }, (_, index) =>
    budget.reserve('document', `device-${index}`, share),
  )
  expect(answers.filter((answer) => answer === 'total').length).toBe(100 - Math.floor(part / share))
  for (const kind of budgetKinds.filter((kind) => kind !== 'document'))
    expect(budget.reserve(kind, 'neighbour', budget.limits(kind).share)).not.toBeTypeOf('string')
})

it('BU3 released bytes are free again, once, and a source without any is removed', () => {
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
  const held = budget.reserve('reply', 'one', 1)
  if (typeof held === 'string') throw new Error(held)
  for (const bytes of [Number.NaN, 0.5, -1]) expect(() => held.resize(bytes)).toThrow(RangeError)
  expect(usageOf(budget, 'reply')).toMatchObject({ bytes: 1, sources: 1 })
})

it('BU3 a source whose last reservation ends goes, one that holds another does not', () => {
  const budget = new Budget(64 * mebibyte)
  const [one, two] = [budget.reserve('will', 'one', 100), budget.reserve('will', 'one', 20)]
  if (typeof one === 'string' || typeof two === 'string') throw new Error('no room')
  for (let times = 0; times < 3; times++) one.release()
  expect(usageOf(budget, 'will')).toMatchObject({ bytes: 20, sources: 1 })
  two.resize(0)
  expect(usageOf(budget, 'will')).toMatchObject({ bytes: 0, sources: 0 })
})

it('BU6 what was looked at does not change afterwards', () => {
  const budget = new Budget(64 * mebibyte)
  const before = usageOf(budget, 'will')
  expect(budget.reserve('will', 'one', budget.limits('will').share + 1)).toBe('share')
  expect(before).toMatchObject({ refused: { share: 0, total: 0 } })
  expect(usageOf(budget, 'will')).toMatchObject({ refused: { share: 1, total: 0 } })
})

it('BU1 whoever holds a whole share may hold less', () => {
  const budget = new Budget(64 * mebibyte)
  const { share, part } = budget.limits('reply')
  const held = Array.from({ length: part / share }, (_, index) =>
    budget.reserve('reply', `source-${index}`, share),
  )
  for (const each of held) expect(typeof each === 'string' || each.resize(share - 1)).toBeNull()
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

it('BU4 in any order what is counted is what is held, within every share and the whole', () => {
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

it('BU5 the parts make up the whole', () => {
  const total = 128 * mebibyte
  expect(budgetKinds.reduce((sum, kind) => sum + limitsOf(kind, total).part, 0)).toBe(total)
})

/** The largest single thing of each kind, or as many as one source may have open. */
const maximum: Readonly<Record<BudgetKind, number>> = {
  'request-body': 3 * mebibyte,
  'mqtt-connection': 32 * 8 * 1024,
  'mqtt-packet': 300 * 1024,
  will: 32 * 4 * 1024,
  // Its text, and each of its values.
  document: 3 * 256 * 1024 + 2_000 * 200,
  reply: mebibyte,
  'live-frame': 300 * 1024,
  // A hundred of one sender.
  refusal: 100 * 2 * 1024,
  'catalogue-change': 300 * 1024,
}

it.each(budgetKinds)('BU5 in the least budget a share of %s holds the largest of them', (kind) => {
  expect(limitsOf(kind, 128 * mebibyte).share).toBeGreaterThanOrEqual(maximum[kind])
})

it('BU5 the limits are those of this process', async () => {
  const module = JSON.stringify(new URL('available-memory.ts', import.meta.url).href)
  const script = `console.log(JSON.stringify((await import(${module})).memoryLimits()))`
  const flags = ['--max-old-space-size=300', '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, flags)
  const limits = JSON.parse(stdout) as MemoryLimits
  expect([limits.machine, limits.constrained]).toEqual([totalmem(), process.constrainedMemory()])
  expect(limits.heap).toBeGreaterThanOrEqual(300 * mebibyte)
  expect(limits.heap).toBeLessThan(600 * mebibyte)
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

it('BU8 what somebody waits for is added up; open connections and wills are not', () => {
  const budget = new Budget(256 * mebibyte)
  const held = (['reply', 'document', 'mqtt-connection', 'will', 'live-frame'] as const).map(
    (kind) => budget.reserve(kind, 'a', 100),
  )
  expect(budget.waitingBytes()).toBe(200)
  for (const each of held) if (typeof each !== 'string') each.release()
  expect(budget.waitingBytes()).toBe(0)
})

it('BU1 a request over its share gets 429, over the whole 503, each with Retry-After', () => {
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
