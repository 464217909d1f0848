import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { RecentUse } from './recent-use.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
})

it('QU14 half of what was used counts after each half-life', () => {
  const use = new RecentUse(1_000)
  expect(use.of('a')).toBe(0)
  use.add('a', 800)
  use.add('b', 100)
  expect(use.of('a')).toBe(800)
  vi.advanceTimersByTime(1_000)
  expect(use.of('a')).toBe(400)
  use.add('a', 100)
  expect(use.of('a')).toBe(500)
  vi.advanceTimersByTime(2_000)
  expect(use.of('a')).toBe(125)
  expect(use.of('b')).toBe(12.5)
})

it('QU14 sources without recent use take no memory', () => {
  const use = new RecentUse(1_000)
  for (let index = 0; index < 1_000; index++) use.add(`session ${index}`, 1_000)
  expect(use.sources).toBe(1_000)
  vi.advanceTimersByTime(11_000)
  use.add('another', 1_000)
  expect(use.sources).toBe(1)
})
