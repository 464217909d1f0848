import { performance } from 'node:perf_hooks'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runProgram } from '#testing/programs/run-program.ts'
import { releaseUnusedMemory } from './unused-memory.ts'

/** V8 works in steps while there is time: beside others on a slow machine it takes minutes. */
const longMs = 300_000

it(
  'UM3 garbage of a burst is given back while little goes on, in steps',
  async () => {
    const { child, nextLine, ended } = runProgram('leave-garbage.ts', [])
    onTestFinished(() => void child.kill('SIGKILL'))
    const { inSteps, whole } = JSON.parse(await nextLine()) as Record<'inSteps' | 'whole', number>
    expect(whole).toBeGreaterThan(0)
    expect(inSteps).toBe(whole)
    expect(await ended).toMatchObject({ status: 0 })
  },
  longMs,
)

it('UM3 a server that runs without --expose-gc leaves what V8 leaves, and goes on', () => {
  const collector = Object.getOwnPropertyDescriptor(globalThis, 'gc')
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    if (collector) Object.defineProperty(globalThis, 'gc', collector)
  })
  Reflect.deleteProperty(globalThis, 'gc')
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const nothing = { utilization: 0, active: 0, idle: 0 }
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue(nothing)
  const looked = vi.fn(() => 0)
  releaseUnusedMemory(looked, { checkIntervalMs: 1_000, firstAfterMs: 0, minimumIntervalMs: 1_000 })
  for (; now < 30_000; now += 1_000) vi.advanceTimersByTime(1_000)
  expect(looked).toHaveBeenCalledTimes(30)
})
