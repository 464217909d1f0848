import { expect, onTestFinished, test } from 'vitest'
import { ReplaySlots } from './replay-slots.ts'

const staying = new AbortController().signal

function open() {
  const replaySlots = new ReplaySlots()
  onTestFinished(() => replaySlots.close())
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const use = (session: string, name: string, signal = staying) =>
    replaySlots.use(session, signal, async () => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      await promise
    })
  return { begun, use, end: (name: string) => ends.get(name)?.() }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('AL32 two replays run at a time, one of each session, and the next begins after', async () => {
  const { begun, use, end } = open()
  const all = [use('ann', 'a1'), use('ann', 'a2'), use('bob', 'b1'), use('cem', 'c1')]
  await turn()
  expect(begun).toEqual(['a1', 'b1'])
  end('a1')
  await turn()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  end('b1')
  await turn()
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1'])
  end('a2')
  end('c1')
  await Promise.all(all)
})

test('AL32 whoever leaves while waiting has left; too many who wait are refused', async () => {
  const { begun, use, end } = open()
  const first = use('ann', 'a1')
  const leaving = new AbortController()
  const left = use('ann', 'a2', leaving.signal)
  await turn()
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  const waiting = Array.from({ length: 8 }, (_, place) => use('ann', `w${place}`))
  await expect(use('bob', 'b1')).rejects.toMatchObject({ code: 'overloaded' })
  expect(begun).toEqual(['a1'])
  end('a1')
  for (const [place, each] of waiting.entries()) {
    await turn()
    end(`w${place}`)
    await each
  }
  await first
})
