import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { Refusal } from '../contract/routes.ts'
import { Refusals } from './refusals.ts'

const refusal = { source: 'MQTT', lesiId: 'pump-1', field: 'temp', reason: 'must be a number' }

it('IN6 counts all and lists the newest first', () => {
  const refusals = new Refusals(() => 42)
  for (let index = 1; index <= 1_234; index++) refusals.add({ ...refusal, message: `message ${index}` })
  const list = refusals.list()
  expect(refusals.total).toBe(1_234)
  expect(list).toHaveLength(500)
  expect(list[0]).toEqual({ ...refusal, id: 1_234, time: 42, excerpt: 'message 1234' })
  expect(list.at(-1)?.id).toBe(735)
})

it('IN15 keeps only the start of whatever is sent', () => {
  const refusals = new Refusals(() => 42)
  const long = 'ж\u0000'.repeat(100_000)
  for (const message of [long, Buffer.from(long), Buffer.alloc(1_000, 0xff)])
    refusals.add({ source: long, lesiId: long, field: long, reason: long, message })
  for (const kept of refusals.list()) {
    expect(JSON.stringify(Refusal.parse(kept)).length).toBeLessThan(2_000)
    // oxlint-disable-next-line no-control-regex -- none may be left
    expect(JSON.stringify(kept)).not.toMatch(/\\u0000/)
  }
})

it('IN15 does not hold on to the messages it was shown', () => {
  const refusals = new Refusals(() => 42)
  const size = 256 * 1024
  const before = process.memoryUsage()
  for (let index = 0; index < 1_000; index++)
    refusals.add({ ...refusal, message: JSON.stringify({ text: String(index % 10).repeat(size) }) })
  // Garbage that waits to be collected is not held on to.
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, external } = process.memoryUsage()
  expect(refusals.list()).toHaveLength(500)
  expect(heapUsed + external - before.heapUsed - before.external).toBeLessThan(100 * size)
})
