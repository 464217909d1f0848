import { expect, test } from 'vitest'
import { createFakeEnvironment } from '#kit/web/live/fake-environment.ts'
import { throttled } from './throttled.ts'

/** Work that lasts until the test ends it, in a world whose time the test moves. */
function start() {
  const world = createFakeEnvironment()
  const ends: (() => void)[] = []
  const work = throttled(() => new Promise<void>((resolve) => void ends.push(resolve)), {
    ...{ minimumMs: 500, share: 0.25 },
    ...{ now: world.now, after: world.environment.after },
  })
  const end = async () => {
    ends.at(-1)?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { world, work, end, runs: () => ends.length }
}

test('AW2 a flood is fetched at once and then twice a second, its last change too', async () => {
  const { world, work, end, runs } = start()
  for (let change = 0; change < 1_000; change++) work.request()
  expect(runs()).toBe(1)
  await end()
  for (let change = 0; change < 1_000; change++) work.request()
  expect(runs()).toBe(1)
  world.pass(499)
  expect(runs()).toBe(1)
  world.pass(1)
  expect(runs()).toBe(2)
  await end()
  world.pass(5_000)
  expect(runs()).toBe(2)
})

test('AW2 what changes meanwhile is fetched again, a slow answer more seldom', async () => {
  const { world, work, end, runs } = start()
  work.request()
  work.request()
  world.pass(1_000)
  expect(runs()).toBe(1)
  await end()
  world.pass(2_999)
  expect(runs()).toBe(1)
  world.pass(1)
  expect(runs()).toBe(2)
})

test('AW2 nothing is fetched after the end', async () => {
  const { world, work, end, runs } = start()
  work.request()
  await end()
  work.request()
  work.stop()
  world.pass(10_000)
  expect(runs()).toBe(1)
})
