import { expect, test, vi } from 'vitest'
import { onceAtATime } from './under-way.ts'

test('KW41 a change that is asked for again while it is under way is made once', async () => {
  const run = onceAtATime<unknown>()
  const ended = Promise.withResolvers<void>()
  const start = vi.fn(() => ended.promise)
  run({ id: 1 }, start)
  run({ id: 1 }, start)
  expect(start).toHaveBeenCalledTimes(1)
  run({ id: 2 }, start)
  run(undefined, start)
  run(undefined, start)
  expect(start).toHaveBeenCalledTimes(3)
  const file = (text: string, name: string) => ({ file: new File([text], name) })
  for (const each of [file('a', 'x'), file('bc', 'x'), file('d', 'y'), new Blob(['a'])])
    run(each, start)
  expect(start).toHaveBeenCalledTimes(7)
  ended.resolve()
  await new Promise(setImmediate)
  run({ id: 1 }, start)
  expect(start).toHaveBeenCalledTimes(8)
})

test('KW41 one that failed may be asked for again', async () => {
  const run = onceAtATime<number>()
  const start = vi.fn(() => Promise.reject(new Error('refused')).catch(() => {}))
  run(1, start)
  await new Promise(setImmediate)
  run(1, start)
  expect(start).toHaveBeenCalledTimes(2)
})
