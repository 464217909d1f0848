import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { nextSlice } from './slices.ts'

async function workFor(name: string, slices: number, done: string[]): Promise<void> {
  for (let slice = 0; slice < slices; slice++) {
    await nextSlice()
    done.push(name)
  }
}

it('SL1 a turn of the event loop has one slice, however many have work', async () => {
  const done: string[] = []
  const works = ['a', 'b', 'c'].map((name) => workFor(name, 3, done))
  const afterTurn: number[] = []
  for (let turn = 0; turn < 9; turn++) {
    await nextTurn()
    afterTurn.push(done.length)
  }
  await Promise.all(works)
  expect(done.join('')).toBe('abcabcabc')
  for (const [index, count] of afterTurn.entries()) expect(count).toBeLessThanOrEqual(index + 1)
})

it('SL1 what asks again when all others have ended goes on', async () => {
  const done: string[] = []
  await workFor('a', 2, done)
  await workFor('b', 1, done)
  expect(done).toEqual(['a', 'a', 'b'])
})
