import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFrameQueue } from './frame-queue.ts'
import type { Listener } from './listeners-by-id.ts'

/** A queue with 8 ms a frame, whose listeners take as long as they say. */
function world() {
  let time = 0
  let frame: (() => void) | undefined
  const frames: string[][] = []
  const queue = createFrameQueue((callback) => (frame = callback), { now: () => time, ms: 8 })
  return {
    queue,
    frames,
    listener: (name: string, ms: number): Listener => {
      return () => {
        time += ms
        frames.at(-1)?.push(name)
      }
    },
    draw(): boolean {
      const callback = frame
      frame = undefined
      if (!callback) return false
      frames.push([])
      callback()
      return true
    },
  }
}

it('LC26 what takes long is written over several frames, in its order', () => {
  const { queue, frames, listener, draw } = world()
  queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => listener(name, 4)))
  while (draw());
  expect(frames).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

it('LC26 what changes while it waits keeps its place, and is written once', () => {
  const { queue, frames, listener, draw } = world()
  const [a, b, c] = [listener('a', 8), listener('b', 8), listener('c', 8)]
  queue.add([a, b])
  draw()
  queue.add([c, a, b])
  while (draw());
  expect(frames).toEqual([['a'], ['b'], ['c'], ['a']])
})

it('LC26 who is gone while it waits is not called', () => {
  const { queue, frames, listener, draw } = world()
  const [a, b] = [listener('a', 9), listener('b', 1)]
  queue.add([a, b])
  draw()
  queue.remove(b)
  while (draw());
  expect(frames.flat()).toEqual(['a'])
})

it('LC26 each is called once, and no frame goes on after its time', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }), (costs) => {
      const { queue, frames, listener, draw } = world()
      queue.add(costs.map((ms, index) => listener(`${index}`, ms)))
      while (draw());
      expect(frames.flat()).toEqual(costs.map((_, index) => `${index}`))
      for (const names of frames) {
        const beforeLast = names.slice(0, -1).reduce((sum, name) => sum + costs[+name]!, 0)
        expect(beforeLast).toBeLessThan(8)
      }
    }),
  )
})
