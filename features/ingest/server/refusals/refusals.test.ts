import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import { Refusal } from '../../contract/routes.ts'
import { Refusals } from './refusals.ts'

const newRefusals = () => new Refusals(() => 42, new Budget(256 * 2 ** 20))
const refusal = { source: 'MQTT', lesiId: 'pump-1', field: 'temp', reason: 'must be a number' }

it('IN6 counts all and lists the newest first', () => {
  const refusals = newRefusals()
  for (let index = 1; index <= 1_234; index++)
    refusals.add({ ...refusal, message: `message ${index}` })
  const list = refusals.list()
  expect(refusals.total).toBe(1_234)
  expect(list).toHaveLength(1_000)
  expect(list[0]).toEqual({
    ...refusal,
    address: null,
    id: 1_234,
    time: 42,
    excerpt: 'message 1234',
  })
  expect(list.at(-1)?.id).toBe(235)
})

it('IN15 stores only the start of whatever is sent', () => {
  const refusals = newRefusals()
  const long = 'ж\u0000'.repeat(100_000)
  for (const message of [long, Buffer.from(long), Buffer.alloc(1_000, 0xff)])
    refusals.add({ source: long, lesiId: long, field: long, reason: long, message })
  for (const entry of refusals.list()) {
    expect(JSON.stringify(Refusal.parse(entry)).length).toBeLessThan(2_000)
    // oxlint-disable-next-line no-control-regex -- none may be left
    expect(JSON.stringify(entry)).not.toMatch(/\\u0000/)
  }
})

it('IN15 does not hold on to the messages it was shown', () => {
  const refusals = newRefusals()
  const size = 256 * 1024
  const before = process.memoryUsage()
  for (let index = 0; index < 1_000; index++)
    refusals.add({ ...refusal, message: JSON.stringify({ text: String(index % 10).repeat(size) }) })
  // Garbage that waits to be collected is not held on to.
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, external } = process.memoryUsage()
  expect(refusals.list().length).toBeGreaterThan(500)
  expect(heapUsed + external - before.heapUsed - before.external).toBeLessThan(100 * size)
})

it('IN21 neither a noisy device nor any number of nameless ones removes what others have', () => {
  const refusals = newRefusals()
  for (let device = 0; device < 20; device++) refusals.add({ ...refusal, lesiId: `pump-${device}` })
  for (let index = 0; index < 2_000; index++) refusals.add({ ...refusal, lesiId: 'noisy' })
  for (let index = 0; index < 20_000; index++) {
    const address = `2001:db8:${(index % 7_000).toString(16)}::1`
    refusals.add({
      ...refusal,
      lesiId: index % 2 ? 'pump-1' : `guess-${index}`,
      address,
      nameless: true,
    })
  }
  const list = refusals.list()
  expect(list).toHaveLength(1_000)
  expect(list.map(({ id }) => id)).toEqual(
    list.map(({ id }) => id).toSorted((one, other) => other - one),
  )
  for (let device = 0; device < 20; device++)
    expect(
      list.some(({ lesiId, address }) => lesiId === `pump-${device}` && address === null),
    ).toBe(true)
  expect(list.filter(({ lesiId }) => lesiId === 'noisy').length).toBeGreaterThan(20)
  expect([refusals.total, refusals.namelessTotal]).toEqual([22_020, 20_000])
})

it('IN21 one nameless address leaves room for the others', () => {
  const refusals = newRefusals()
  refusals.add({ ...refusal, lesiId: null, address: '192.0.2.1' })
  for (let index = 0; index < 5_000; index++)
    refusals.add({ ...refusal, lesiId: null, address: '192.0.2.2' })
  expect(refusals.list().filter(({ address }) => address === '192.0.2.1')).toHaveLength(1)
  expect(refusals.list().filter(({ address }) => address === '192.0.2.2')).toHaveLength(20)
})

it('IN21 the bytes stay within the budget, the list in order, and everybody has an entry', () => {
  const step = fc.record({
    sender: fc.nat(60),
    nameless: fc.boolean(),
    length: fc.nat(2_000),
    times: fc.integer({ min: 1, max: 30 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const budget = new Budget(4 * 2 ** 20)
      const refusals = new Refusals(() => 42, budget)
      for (const { sender, nameless, length, times } of steps)
        for (let time = 0; time < times; time++)
          refusals.add({
            ...refusal,
            lesiId: `d${sender}`,
            nameless,
            address: `192.0.2.${sender}`,
            message: 'x'.repeat(length),
          })
      const usage = budget.usage().find(({ kind }) => kind === 'refusal')
      expect(usage?.bytes).toBeLessThanOrEqual(usage?.part ?? 0)
      const list = refusals.list()
      expect(list.length).toBeLessThanOrEqual(500)
      const ids = list.map(({ id }) => id)
      expect(ids).toEqual(ids.toSorted((one, other) => other - one))
      expect(new Set(ids).size).toBe(ids.length)
      const devices = new Set(
        steps.filter(({ nameless }) => !nameless).map(({ sender }) => `d${sender}`),
      )
      const listed = new Set(list.filter(({ id }) => id).map(({ lesiId }) => lesiId))
      for (const device of devices) expect(listed).toContain(device)
    }),
    { numRuns: 50 },
  )
})
