import { expect, it } from 'vitest'
import { Semaphore } from './semaphore.ts'
import { KeyedQueues, SerialQueue } from './serial-queue.ts'

/** Tasks that end one by one, and which of them began. */
function tasks() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const task = (name: string) => async () => {
    begun.push(name)
    await new Promise<void>((resolve) => ends.push(resolve))
    return name
  }
  return { begun, task, endFirst: () => ends.shift()?.() }
}

it('SQ1 tasks of a queue run one after another, and a failure stops none behind it', async () => {
  const { begun, task, endFirst } = tasks()
  const queue = new SerialQueue()
  const failed = queue.run(() => Promise.reject(new Error('broken')))
  const [one, other] = [queue.run(task('one')), queue.run(task('other'))]
  await expect(failed).rejects.toThrow('broken')
  await expect.poll(() => begun).toEqual(['one'])
  endFirst()
  expect(await one).toBe('one')
  await expect.poll(() => begun).toEqual(['one', 'other'])
  let hasEnded = false
  const ended = queue.ended().then(() => (hasEnded = true))
  await new Promise(setImmediate)
  expect(hasEnded).toBe(false)
  endFirst()
  await ended
  expect(await other).toBe('other')
})

it('SQ2 each key has a queue of its own, in which few tasks wait', async () => {
  const { begun, task, endFirst } = tasks()
  const queues = new KeyedQueues<string>(2, () => new Error('full'))
  const running = [queues.run('a', task('a1')), queues.run('a', task('a2'))]
  running.push(queues.run('b', task('b1')))
  await expect(queues.run('a', task('a3'))).rejects.toThrow('full')
  await expect.poll(() => begun).toEqual(['a1', 'b1'])
  endFirst()
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'a2'])
  endFirst()
  endFirst()
  expect(await Promise.all(running)).toEqual(['a1', 'a2', 'b1'])
  const again = queues.run('a', () => Promise.resolve('a4'))
  expect(await again).toBe('a4')
})

it('SQ2 what comes while the last task of a key waits runs behind that one', async () => {
  const { begun, task, endFirst } = tasks()
  const queues = new KeyedQueues<string>(3, () => new Error('full'))
  const running = ['1', '2'].map((name) => queues.run('a', task(name)))
  await expect.poll(() => begun).toEqual(['1'])
  endFirst()
  await running[0]
  running.push(queues.run('a', task('3')))
  await expect.poll(() => begun).toEqual(['1', '2'])
  endFirst()
  await expect.poll(() => begun).toEqual(['1', '2', '3'])
  endFirst()
  expect(await Promise.all(running)).toEqual(['1', '2', '3'])
})

it('SQ3 a semaphore lets so many run at a time, whoever waits longest next', async () => {
  const { begun, task, endFirst } = tasks()
  const semaphore = new Semaphore(2)
  const running = ['1', '2', '3', '4'].map((name) => semaphore.run(task(name)))
  await expect.poll(() => begun).toEqual(['1', '2'])
  expect(semaphore.waiting).toBe(2)
  endFirst()
  await expect.poll(() => begun).toEqual(['1', '2', '3'])
  endFirst()
  await expect.poll(() => begun).toEqual(['1', '2', '3', '4'])
  endFirst()
  endFirst()
  expect(await Promise.all(running)).toEqual(['1', '2', '3', '4'])
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await semaphore.run(() => Promise.resolve(5))).toBe(5)
  // Nothing of what has ended is left: there is room for as many as at first, and no more.
  const later = ['5', '6', '7'].map((name) => semaphore.run(task(name)))
  await expect.poll(() => begun.slice(4)).toEqual(['5', '6'])
  expect(semaphore.waiting).toBe(1)
  endFirst()
  await expect.poll(() => begun.slice(4)).toEqual(['5', '6', '7'])
  endFirst()
  endFirst()
  await Promise.all(later)
})
