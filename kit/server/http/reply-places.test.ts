import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { Budget } from '../budget/budget.ts'
import { callerLeft } from './caller-left.ts'
import { LargeReplies } from './large-replies.ts'
import { ReplyPlaces } from './reply-places.ts'

const limits = { underWay: 1, waiting: 2, timeoutMs: 1_000 }
const stays = new AbortController().signal
afterEach(() => void vi.useRealTimers())

/** Takes a place and says so in `order`. */
function taker(places: ReplyPlaces, order: string[]) {
  return async (name: string, signal = stays) => {
    const giveBack = await places.take('a', signal)
    order.push(name)
    return giveBack
  }
}

test('HT21 a place goes to the one that waits longest', async () => {
  const order: string[] = []
  const take = taker(new ReplyPlaces(limits), order)
  const first = await take('first')
  const [second, third] = [take('second'), take('third')]
  first()
  ;(await second)()
  ;(await third)()
  expect(order).toEqual(['first', 'second', 'third'])
})

test('HT21 a place that is given back twice is one place', async () => {
  const order: string[] = []
  const take = taker(new ReplyPlaces(limits), order)
  const first = await take('first')
  const second = take('second')
  void take('third')
  first()
  first()
  await second
  await turn()
  expect(order).toEqual(['first', 'second'])
})

test('HT21 two may wait and a third may not, and none for longer than allowed', async () => {
  vi.useFakeTimers()
  const places = new ReplyPlaces(limits)
  const giveBack = await places.take('a', stays)
  const waiting = [places.take('a', stays), places.take('a', stays)]
  const refusal = { code: 'too_many_requests', retryAfterSeconds: 5 }
  await expect(places.take('a', stays)).rejects.toMatchObject(refusal)
  vi.advanceTimersByTime(limits.timeoutMs - 1)
  const answers = Promise.allSettled(waiting)
  vi.advanceTimersByTime(1)
  expect((await answers).map((answer) => 'reason' in answer && answer.reason)).toMatchObject([
    refusal,
    refusal,
  ])
  const next = places.take('a', stays)
  giveBack()
  ;(await next)()
  expect([vi.getTimerCount(), places.sessionCount]).toEqual([0, 0])
})

test('HT21 whoever has left gets no place, before and while it waits', async () => {
  const places = new ReplyPlaces(limits)
  const left = AbortSignal.abort(new Error('left'))
  await expect(places.take('a', left)).rejects.toThrow('left')
  const giveBack = await places.take('a', stays)
  const leaving = new AbortController()
  const waiting = places.take('a', leaving.signal)
  const next = places.take('a', stays)
  leaving.abort(new Error('left too'))
  await expect(waiting).rejects.toThrow('left too')
  giveBack()
  ;(await next)()
  expect(places.sessionCount).toBe(0)
})

/** A reply of which only the end is of interest. */
function replyThat(state: { readonly closed?: boolean; readonly writableFinished?: boolean }) {
  const raw = Object.assign(new EventEmitter(), state)
  return { reply: { raw } as unknown as FastifyReply, raw }
}

test('HT20 a caller has left when the connection closes before the answer was sent', () => {
  const early = replyThat({ writableFinished: false })
  const done = replyThat({ writableFinished: true })
  const signals = [callerLeft(early.reply), callerLeft(done.reply)]
  for (const { raw } of [early, done]) raw.emit('close')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('HT22 a reply whose connection has closed already holds no place and no bytes', async () => {
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
