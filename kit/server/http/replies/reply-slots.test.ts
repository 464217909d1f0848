import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { Budget } from '../../budget/budget.ts'
import { disconnectSignal } from './disconnect-signal.ts'
import { LargeReplies } from './large-replies.ts'
import { ReplySlots } from './reply-slots.ts'

const limits = {
  ...{ inProgress: 1, waiting: 2, timeoutMs: 1_000, refusalMs: 0, refusing: 0 },
  ...{ bytesPerSecond: 1_000, bytesAtOnce: 100 },
}
const stays = new AbortController().signal
afterEach(() => void vi.useRealTimers())

test('HT28 who is refused gets the answer after a moment, and at once when many do', async () => {
  const slots = new ReplySlots({ ...limits, waiting: 0, refusalMs: 300, refusing: 2 })
  await slots.take('a', stays)
  const answered: string[] = []
  const ask = (name: string, signal = stays) =>
    slots.take('a', signal).catch((error: unknown) => {
      answered.push(name)
      return error
    })
  const begun = performance.now()
  const [first, second] = [ask('first'), ask('second')]
  expect(await ask('third')).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 5 })
  expect(answered).toEqual(['third'])
  expect(await first).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 5 })
  // Timers may be a millisecond early.
  expect(performance.now() - begun).toBeGreaterThan(298)
  await second
  expect(answered).toEqual(['third', 'first', 'second'])
  const leaving = new AbortController()
  const [last, left] = [ask('last'), ask('left', leaving.signal)]
  leaving.abort(new Error('gone'))
  await left
  expect(answered.slice(3)).toEqual(['left'])
  await last
})

/** Takes a slot and says so in `order`. */
function taker(slots: ReplySlots, order: string[]) {
  return async (name: string, signal = stays) => {
    const release = await slots.take('a', signal)
    order.push(name)
    return release
  }
}

test('HT28 as many wait to be refused as may, also after others were refused or left', async () => {
  const slots = new ReplySlots({ ...limits, waiting: 0, refusalMs: 50, refusing: 1 })
  await slots.take('a', stays)
  const answered: string[] = []
  const ask = (name: string, signal = stays) =>
    slots.take('a', signal).catch(() => void answered.push(name))
  await ask('refused')
  const leaving = new AbortController()
  const left = ask('left', leaving.signal)
  leaving.abort(new Error('gone'))
  await left
  const last = ask('last')
  await turn()
  expect(answered).toEqual(['refused', 'left'])
  await last
})

test('HT21 a slot goes to the one that waits longest', async () => {
  const order: string[] = []
  const take = taker(new ReplySlots(limits), order)
  const first = await take('first')
  const [second, third] = [take('second'), take('third')]
  first()
  ;(await second)()
  ;(await third)()
  expect(order).toEqual(['first', 'second', 'third'])
})

test('HT37 after large replies what waits begins later, else at once', async () => {
  vi.useFakeTimers()
  const order: string[] = []
  const slots = new ReplySlots(limits)
  const take = taker(slots, order)
  const first = await take('first')
  const [second, third] = [take('second'), take('third')]
  first(100)
  const releaseSecond = await second
  releaseSecond(400)
  await vi.advanceTimersByTimeAsync(399)
  expect(order).toEqual(['first', 'second'])
  expect(await slots.take('other session', stays)).toBeTypeOf('function')
  await vi.advanceTimersByTimeAsync(2)
  expect(order).toEqual(['first', 'second', 'third'])
  ;(await third)(100_000)
  ;(await take('after them'))(100_000)
  await take('and at once')
  expect(order.slice(3)).toEqual(['after them', 'and at once'])
})

test('HT21 a slot that is given back twice is one slot', async () => {
  const order: string[] = []
  const take = taker(new ReplySlots(limits), order)
  const first = await take('first')
  const second = take('second')
  const leaving = new AbortController()
  const third = take('third', leaving.signal)
  first()
  first()
  await second
  await turn()
  expect(order).toEqual(['first', 'second'])
  leaving.abort(new Error('left'))
  await expect(third).rejects.toThrow('left')
})

test('HT21 two may wait and a third may not, and none for longer than allowed', async () => {
  vi.useFakeTimers()
  const slots = new ReplySlots(limits)
  const release = await slots.take('a', stays)
  const waiting = [slots.take('a', stays), slots.take('a', stays)]
  const refusal = { code: 'too_many_requests', retryAfterSeconds: 5 }
  await expect(slots.take('a', stays)).rejects.toMatchObject(refusal)
  vi.advanceTimersByTime(limits.timeoutMs - 1)
  const answers = Promise.allSettled(waiting)
  vi.advanceTimersByTime(1)
  expect((await answers).map((answer) => 'reason' in answer && answer.reason)).toMatchObject([
    refusal,
    refusal,
  ])
  const next = slots.take('a', stays)
  release()
  ;(await next)()
  expect([vi.getTimerCount(), slots.sessionCount]).toEqual([0, 0])
})

test('HT21 whoever has left gets no slot, before and while it waits', async () => {
  const slots = new ReplySlots(limits)
  const left = AbortSignal.abort(new Error('left'))
  await expect(slots.take('a', left)).rejects.toThrow('left')
  const release = await slots.take('a', stays)
  const leaving = new AbortController()
  const waiting = slots.take('a', leaving.signal)
  const next = slots.take('a', stays)
  leaving.abort(new Error('left too'))
  await expect(waiting).rejects.toThrow('left too')
  release()
  ;(await next)()
  expect(slots.sessionCount).toBe(0)
})

test('HT21 whoever left from the middle of those who wait gets no slot either', async () => {
  const slots = new ReplySlots(limits)
  const release = await slots.take('a', stays)
  const next = slots.take('a', stays)
  const leaving = new AbortController()
  const left = slots.take('a', leaving.signal)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  const last = slots.take('a', stays)
  release()
  ;(await next)()
  ;(await last)()
  expect(slots.sessionCount).toBe(0)
})

/** A reply of which only the end is of interest. */
function replyThat(state: { readonly closed?: boolean; readonly writableFinished?: boolean }) {
  const raw = Object.assign(new EventEmitter(), state)
  return { reply: { raw } as unknown as FastifyReply, raw }
}

test('HT20 a caller has left when the connection closes before the answer was sent', () => {
  const early = replyThat({ writableFinished: false })
  const done = replyThat({ writableFinished: true })
  const signals = [disconnectSignal(early.reply), disconnectSignal(done.reply)]
  for (const { raw } of [early, done]) raw.emit('close')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('HT30 an answer that takes too long ends with a clear reason, one that was sent not', () => {
  vi.useFakeTimers()
  const [slow, done, unlimited] = [{}, {}, {}].map(() => replyThat({ writableFinished: true }))
  if (!slow || !done || !unlimited) throw new Error('no reply')
  const signals = [
    disconnectSignal(slow.reply),
    disconnectSignal(done.reply),
    disconnectSignal(unlimited.reply, null),
  ]
  done.raw.emit('close')
  vi.advanceTimersByTime(59_999)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false])
  vi.advanceTimersByTime(1)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false])
  expect(signals[0]?.reason).toMatchObject({ code: 'timeout' })
})

test('HT22 a reply whose connection has closed already holds no slot and no bytes', async () => {
  const budget = new Budget(128 * 2 ** 20)
  const replies = new LargeReplies(budget, limits)
  const { reply, raw } = replyThat({ closed: true })
  ;(await replies.begin('a', reply)).hold(1_000)
  expect(raw.listenerCount('close')).toBe(1)
  const open = replyThat({ closed: false })
  ;(await replies.begin('a', open.reply)).hold(1_000)
  const held = () => budget.usage().find(({ kind }) => kind === 'reply')?.bytes
  expect(held()).toBe(1_000)
  open.raw.emit('close')
  expect(held()).toBe(0)
})
