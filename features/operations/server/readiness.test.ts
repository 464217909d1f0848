import { tmpdir } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { measureDiskSpace } from '#kit/server/data-directory/disk-space.ts'
import { diskCheck } from '#kit/server/process/readiness.ts'
import { createReadinessLog, noticesOf, readinessProblems } from './readiness.ts'

test('OP2 all that is not ready is named with its reason', async () => {
  const problems = await readinessProblems([
    { name: 'postgres', problem: () => null },
    { name: 'broker', problem: async () => 'is not connected' },
    { name: 'disk', problem: () => Promise.reject(new Error('ENOENT')) },
  ])
  expect(problems).toEqual(['broker is not connected', 'disk cannot be checked: ENOENT'])
})

test('OP2 a check that hangs is not ready', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const problems = readinessProblems([
    { name: 'telemetry', problem: () => new Promise(() => undefined) },
  ])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await problems).toEqual(['telemetry does not answer in time'])
})

test('OP4 what somebody should look at is named, and does not make it less ready', async () => {
  const checks = [
    { name: 'postgres', problem: () => null },
    { name: 'disk', problem: () => null, notice: () => null },
    { name: 'journal', problem: () => null, notice: () => 'has lost 7 bytes' },
  ]
  expect(noticesOf(checks)).toEqual(['journal has lost 7 bytes'])
  expect(await readinessProblems(checks)).toEqual([])
})

test('OP2 a disk that is not full is ready', async () => {
  const { freeBytes, totalBytes, reserveBytes, hasReserve } = await measureDiskSpace(tmpdir())
  expect(freeBytes).toBeLessThanOrEqual(totalBytes)
  expect(reserveBytes).toBeLessThanOrEqual(totalBytes * 0.05)
  expect(hasReserve).toBe(freeBytes > reserveBytes)
  expect(await diskCheck(tmpdir()).problem()).toBeNull()
})

test('OP5 what is not ready is logged when it changes, and not at each question', () => {
  const lines: unknown[] = []
  const report = createReadinessLog({
    warn: (about: object) => void lines.push(about),
    info: (text: string) => void lines.push(text),
  })
  const asked = [[], ['disk has 9 MB'], ['disk has 8 MB'], ['disk has 8 MB', 'broker is away'], []]
  for (const problems of asked) {
    report(problems)
    report(problems)
  }
  expect(lines).toEqual([
    { problems: ['disk has 9 MB'] },
    { problems: ['disk has 8 MB', 'broker is away'] },
    'everything is ready again',
  ])
})
