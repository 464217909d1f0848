import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextPoll } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Journal } from '#kit/server/journal/journal.ts'
import { eventually } from '#testing/eventually.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import type { BatchPlan } from './batch.ts'
import type { BatchProgress } from './batch-insert.ts'
import { StoreFeed, type StoreFeedOptions } from './store-feed.ts'

type Insert = ConstructorParameters<typeof StoreFeed>[0]['insert']

interface Opening {
  readonly directory?: string
  readonly options?: Partial<StoreFeedOptions>
  readonly insert?: Insert
}

/** A journal in a directory and a feed from it to a store that notes what it gets. */
async function opened({ directory = temporaryDirectory(), options, insert }: Opening = {}) {
  const journal = await Journal.open(directory)
  const sent: string[] = []
  const calls: string[] = []
  const progresses: BatchProgress[] = []
  const planned =
    (name: string) =>
    async (extent: Parameters<Insert>[0]): Promise<BatchPlan> => {
      calls.push(name)
      const { segmentId, begin, end } = extent
      return { segmentId, begin, end, plannedAt: 0, excluded: [], isDelivered: false }
    }
  const warnings: { attempt: number }[] = []
  const feed = new StoreFeed(
    {
      journal,
      plan: planned('plan'),
      planUncertain: planned('planUncertain'),
      async insert(extent, plan, progress) {
        progresses.push({ ...progress })
        await insert?.(extent, plan, progress)
        sent.push(extent.frames.map(({ payload }) => String(payload)).join(' '))
      },
      onBeginAll: () => void calls.push('beginAll'),
      onEndAll: () => void calls.push('endAll'),
      logger: pino({}, { write: (line: string) => void warnings.push(JSON.parse(line) as never) }),
    },
    { gatherMs: 3_600_000, fullBytes: 1_000_000, maximumBytes: 1_000_000, ...options },
  )
  const append = (...texts: readonly string[]) =>
    journal.append(texts.map((text) => ({ kind: 1, count: 1, payload: Buffer.from(text) })))
  onTestFinished(async () => {
    await feed.close()
    await journal.close()
  })
  return { journal, feed, sent, calls, progresses, warnings, append, directory }
}

const never = new AbortController().signal

it('RD57 what is appended goes to the store after a while, much at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { feed, sent, append, journal } = await opened({
    options: { gatherMs: 5_000, fullBytes: 60 },
  })
  await append('a')
  feed.notify()
  vi.advanceTimersByTime(3_000)
  await append('b')
  // The wait is that of the first one.
  feed.notify()
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1_999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  await vi.waitFor(() => expect(sent).toEqual(['a b']))
  await append('x'.repeat(100))
  feed.notify()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  await feed.flush()
  expect(journal.waitingBytes).toBeLessThan(500)
  expect(vi.getTimerCount()).toBe(0)
})

it('RD57 a flush ends when what was appended before it is in the store, not later', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let begun = 0
  const insert = () => gates[begun++]?.promise ?? Promise.resolve()
  const { feed, append, sent } = await opened({ insert })
  await feed.flush()
  await append('a')
  const done: string[] = []
  expect(feed.isAwaited).toBe(false)
  const first = feed.flush().then(() => done.push('first'))
  expect(feed.isAwaited).toBe(true)
  await eventually('the first is under way', () => begun === 1)
  await append('b')
  const second = feed.flush().then(() => done.push('second'))
  gates[0]?.resolve()
  await first
  expect([done, feed.isAwaited]).toEqual([['first'], true])
  await eventually('the second is under way', () => begun === 2)
  gates[1]?.resolve()
  await second
  expect([sent, feed.isAwaited]).toEqual([['a', 'b'], false])
})

it('RD57 of much that waits batch after batch goes, until less than is full is left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { feed, append, sent } = await opened({
    options: { fullBytes: 250_000, maximumBytes: 100_000 },
  })
  for (const letter of ['a', 'b', 'c', 'd', 'e']) await append(letter.repeat(100_000))
  feed.notify()
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  expect(sent.map(([letter]) => letter)).toEqual(['a', 'b', 'c'])
  await feed.flush()
  expect(sent.map(([letter]) => letter)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('RD57 a batch that failed is sent again as it was planned', async () => {
  let failures = 2
  const { feed, append, calls, progresses, sent, warnings } = await opened({
    insert: async (_extent, _plan, progress) => {
      progress.begun = 1
      if (failures-- > 0) throw new Error('connection refused')
    },
  })
  await append('a')
  expect(feed.failingSince).toBeNull()
  const before = performance.now()
  const flushed = feed.flush()
  await eventually('it failed', () => feed.failingSince !== null)
  const since = feed.failingSince ?? 0
  expect(since).toBeGreaterThanOrEqual(before)
  await append('b')
  await eventually('it failed again', () => warnings.length === 2)
  expect(feed.failingSince).toBe(since)
  await flushed
  await feed.flush()
  expect(sent).toEqual(['a', 'b'])
  await eventually('it works', () => feed.failingSince === null)
  expect(progresses.map(({ begun }) => begun)).toEqual([0, 1, 1, 0])
  expect(warnings.map(({ attempt }) => attempt)).toEqual([0, 1])
  // Each is planned once.
  expect(calls).toEqual(['beginAll', 'plan', 'endAll', 'beginAll', 'plan', 'endAll'])
})

it('RD57 a start goes on behind what has arrived, and looks up what may have', async () => {
  const directory = temporaryDirectory()
  const first = await opened({ directory })
  await first.append('a')
  await first.feed.flush()
  await first.feed.close()
  await first.append('b')
  await first.journal.close()

  const killed = await opened({ directory, insert: () => new Promise(() => {}) })
  void killed.feed.recover()
  await eventually('it inserts', () => killed.progresses.length === 1)
  expect(killed.progresses[0]).toMatchObject({ begun: 0, stored: 0 })
  await killed.append('c')

  const again = await opened({ directory })
  await again.feed.recover()
  expect(again.sent).toEqual(['b', 'c'])
  expect(again.progresses.map(({ begun }) => begun)).toEqual([Infinity, 0])
  expect(again.calls).toEqual(['beginAll', 'plan', 'endAll'])
  expect(again.feed.isAwaited).toBe(false)
})

it('RD57 a start sends all that was left, in batches that are not too large', async () => {
  const directory = temporaryDirectory()
  const first = await opened({ directory })
  for (const letter of ['a', 'b', 'c']) await first.append(letter.repeat(1_000))
  await first.journal.close()
  const again = await opened({ directory, options: { maximumBytes: 1_000 } })
  await again.feed.recover()
  expect(again.sent.map(([letter]) => letter)).toEqual(['a', 'b', 'c'])
})

/** A run with a plan of which the end is not known, and what was appended after it. */
async function killed() {
  const run = await opened({ insert: () => new Promise(() => {}) })
  await run.append('a')
  void run.feed.recover()
  await eventually('it inserts', () => run.progresses.length === 1)
  await run.append('b')
  return run.directory
}

it('RD57 where the journal or the batch is not whole all of it is looked up', async () => {
  const cut = await killed()
  const [name = ''] = readdirSync(cut)
  appendFileSync(join(cut, name), 'no whole frame')
  const one = await opened({ directory: cut })
  await one.feed.recover()

  const other = await opened({ directory: await killed() })
  vi.spyOn(other.journal, 'readExtent').mockResolvedValue(null)
  await other.feed.recover()
  for (const { sent, calls, progresses } of [one, other]) {
    expect([sent, calls]).toEqual([['a b'], ['beginAll', 'planUncertain', 'endAll']])
    expect(progresses).toMatchObject([{ begun: Infinity, stored: 0 }])
  }
})

it('RD57 a batch whose file is gone has arrived: what came later is not looked up', async () => {
  const run = await opened()
  await run.append('a')
  await run.journal.beginFile()
  const set = run.journal.setCheckpoint.bind(run.journal)
  let records = 0
  vi.spyOn(run.journal, 'setCheckpoint').mockImplementation((payload) =>
    records++ === 0 ? set(payload) : Promise.reject(new Error('ENOSPC')),
  )
  await run.feed.flush()
  await run.feed.close()
  await run.append('b')
  await run.journal.close()
  const again = await opened({ directory: run.directory })
  await again.feed.recover()
  expect([again.sent, again.calls]).toEqual([['b'], ['beginAll', 'plan', 'endAll']])
})

it('RD57 work that must be alone waits for a batch, and holds up the next', async () => {
  const gate = Promise.withResolvers<void>()
  const { feed, append, sent, progresses } = await opened({ insert: () => gate.promise })
  await append('a')
  const flushed = feed.flush()
  await eventually('a batch is under way', () => progresses.length === 1)
  const order: string[] = []
  const free = Promise.withResolvers<void>()
  const work = (name: string) =>
    feed.exclusively(never, async () => {
      order.push(`${name} begins`)
      if (name === 'first') await free.promise
      order.push(`${name} ends`)
      return sent.length
    })
  const first = work('first')
  const second = work('second')
  await nextPoll()
  expect(order).toEqual([])
  gate.resolve()
  expect(await Promise.race([first, flushed.then(() => 'flushed')])).toBe('flushed')
  await eventually('the first one begins', () => order.length === 1)
  await append('b')
  const later = feed.flush().then(() => order.push('b is stored'))
  free.resolve()
  expect([await first, await second]).toEqual([1, 1])
  await later
  expect(order).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
    'b is stored',
  ])
})

it('RD57 work whose signal is aborted never begins, and holds up nothing', async () => {
  const gate = Promise.withResolvers<void>()
  const { feed, append } = await opened({ insert: () => gate.promise })
  const work = vi.fn(() => Promise.resolve(1))
  const aborted = AbortSignal.abort(new Error('not now'))
  await expect(feed.exclusively(aborted, work)).rejects.toThrow('not now')
  await append('a')
  const flushed = feed.flush()
  await expect(feed.exclusively(aborted, work)).rejects.toThrow('not now')
  const controller = new AbortController()
  const waiting = feed.exclusively(controller.signal, work)
  controller.abort(new Error('too late'))
  await expect(waiting).rejects.toThrow('too late')
  gate.resolve()
  await flushed
  expect(work).not.toHaveBeenCalled()
  const failing = feed.exclusively(never, () => Promise.reject(new Error('the work failed')))
  await expect(failing).rejects.toThrow('the work failed')
  expect(await feed.exclusively(never, work)).toBe(1)
})

it('RD57 after its end nothing is sent, and no failing store is waited for', async () => {
  const { feed, append, warnings, sent, progresses } = await opened({
    insert: () => Promise.reject(new Error('connection refused')),
  })
  await append('a')
  void feed.flush()
  await eventually('it has failed', () => warnings.length === 4)
  await feed.close()
  feed.notify()
  void feed.flush()
  await append('b')
  feed.notify()
  expect([sent, progresses.length]).toEqual([[], warnings.length])
})

it('RD57 a batch counts as arrived though its end cannot be recorded', async () => {
  const { feed, append, journal, sent, calls } = await opened()
  await append('a')
  const set = journal.setCheckpoint.bind(journal)
  let records = 0
  vi.spyOn(journal, 'setCheckpoint').mockImplementation((payload) =>
    records++ === 0 ? set(payload) : Promise.reject(new Error('ENOSPC')),
  )
  await feed.flush()
  vi.restoreAllMocks()
  await append('b')
  await feed.flush()
  expect([sent, feed.failingSince]).toEqual([['a', 'b'], null])
  expect(calls).toEqual(['beginAll', 'plan', 'endAll', 'beginAll', 'plan', 'endAll'])
})
