import { expect, it, vi } from 'vitest'
import { createFakeEnvironment } from '../fake-environment.ts'
import { createFrameQueue } from './frame-queue.ts'
import { pacedFrames } from './paced-frames.ts'

const pace = { perSecond: 25, atOnce: 4 }

/** Draws what changed every `stepMs`, on a screen of 60 Hz, and says when a change was drawn. */
function draw(stepMs: number, seconds: number) {
  const world = createFakeEnvironment(0)
  const queue = createFrameQueue(pacedFrames(world.environment, pace))
  let changed = 0
  let drawn = 0
  const frames: number[] = []
  const listener = () => {
    drawn = changed
    frames.push(world.now())
  }
  for (let ms = 0; ms < seconds * 1_000; ms++) {
    world.pass(1)
    if (ms % stepMs === 0) {
      changed++
      queue.add([listener])
    }
    if (ms % 16 === 0) world.draw()
  }
  world.pass(1_000)
  world.draw()
  return { frames, changed, drawn }
}

it('LC19 changes at twenty moments a second are each drawn in the next frame', () => {
  const { frames, changed } = draw(50, 10)
  expect(frames).toHaveLength(changed)
  frames.forEach((at, index) => expect(at - index * 50).toBeLessThanOrEqual(18))
})

it('LC19 a hundred changes a second are drawn 25 times a second, the last one too', () => {
  const { frames, changed, drawn } = draw(10, 10)
  expect(frames.length).toBeGreaterThanOrEqual(240)
  expect(frames.length).toBeLessThanOrEqual(255)
  expect(drawn).toBe(changed)
})

it('LC19 a few frames follow each other at once after a rest', () => {
  const world = createFakeEnvironment(0)
  const nextFrame = pacedFrames(world.environment, pace)
  let frames = 0
  const ask = () => nextFrame(() => frames++)
  for (let count = 0; count < 6; count++) ask()
  world.draw()
  expect(frames).toBe(4)
  world.pass(40)
  world.draw()
  expect(frames).toBe(5)
  world.pass(40)
  world.draw()
  expect(frames).toBe(6)
})

it('LC23 a listener that fails takes no other along, and is reported', () => {
  const reports: (() => void)[] = []
  vi.stubGlobal('queueMicrotask', (report: () => void) => void reports.push(report))
  let draw = () => {}
  const queue = createFrameQueue((callback) => (draw = callback))
  const called: string[] = []
  const broken = () => {
    throw new Error('of a widget')
  }
  queue.add([() => void called.push('before'), broken, () => void called.push('after')])
  draw()
  queue.add([() => void called.push('next')])
  draw()
  vi.unstubAllGlobals()
  expect(called).toEqual(['before', 'after', 'next'])
  expect(reports).toHaveLength(1)
  expect(reports[0]).toThrow('of a widget')
})
