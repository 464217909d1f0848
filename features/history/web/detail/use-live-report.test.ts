import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestHub } from '#kit/web/live/test-hub.ts'
import { askAfterReadings } from './use-live-report.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('HI155 details that are closed while the report is asked for ask no more', async () => {
  const { world, hub, open, reading } = createTestHub()
  const answers: (() => void)[] = []
  const stop = askAfterReadings(
    hub,
    1,
    () => new Promise<void>((resolve) => void answers.push(resolve)),
  )
  // Another place on the page follows the sensor, too.
  hub.watchSensor(1, () => {})
  open()
  const read = (time: number) => {
    reading(1, time, time)
    world.draw()
  }
  const pass = () => vi.advanceTimersByTimeAsync(5_000)
  read(10)
  await pass()
  expect(answers).toHaveLength(1)
  read(20)
  answers[0]?.()
  await pass()
  expect(answers).toHaveLength(2)
  read(30)
  stop()
  answers[1]?.()
  await pass()
  await pass()
  expect(answers).toHaveLength(2)
})
