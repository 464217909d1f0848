import { expect, test, vi } from 'vitest'
import { createBus } from './bus.ts'
import { longestWaitMs } from './process/ended-in-time.ts'

const event = { userIds: null }

test('BS1 whoever waits for an event waits for what the listeners began by it', async () => {
  const bus = createBus(() => undefined)
  const steps: string[] = []
  const gate = Promise.withResolvers<void>()
  bus.on('rightsChanged', async () => {
    await gate.promise
    steps.push('followed')
  })
  bus.on('rightsChanged', () => void steps.push('at once'))
  const waited = bus.emitAndWait('rightsChanged', event).then(() => steps.push('answered'))
  expect(steps).toEqual(['at once'])
  gate.resolve()
  await waited
  expect(steps).toEqual(['at once', 'followed', 'answered'])
})

test('BS2 a listener that fails, sooner or later, fails nobody who emits', async () => {
  const failures: unknown[] = []
  const bus = createBus((error) => void failures.push(error))
  bus.on('rightsChanged', () => Promise.reject(new Error('later')))
  bus.on('rightsChanged', () => {
    throw new Error('at once')
  })
  bus.emit('rightsChanged', event)
  await bus.emitAndWait('rightsChanged', event)
  expect(failures.map(String).toSorted()).toEqual(
    ['at once', 'at once', 'later', 'later'].map((each) => `Error: ${each}`),
  )
})

test('BS2 a listener that does not end keeps nobody waiting for long', async () => {
  vi.useFakeTimers()
  try {
    const bus = createBus(() => undefined)
    bus.on('rightsChanged', () => new Promise<void>(() => undefined))
    const waited = bus.emitAndWait('rightsChanged', event)
    await vi.advanceTimersByTimeAsync(longestWaitMs)
    await waited
  } finally {
    vi.useRealTimers()
  }
})
