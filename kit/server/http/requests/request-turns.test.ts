import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { RequestTurns } from './request-turns.ts'

/** Requests that take so long each, by a clock that only they move; those begun, by turn. */
async function begunByTurn(requests: number, msEach: number): Promise<number[][]> {
  let now = 0
  const turns = new RequestTurns(() => now)
  const byTurn: number[][] = []
  let current: number[] = []
  const begin = (request: number) => {
    current.push(request)
    now += msEach
  }
  for (let request = 0; request < requests; request++) turns.next(() => begin(request))
  let begun = 0
  for (let turn = 0; turn < 1_000 && begun < requests; turn++) {
    byTurn.push(current)
    begun += current.length
    current = []
    await nextTurn()
  }
  return byTurn
}

it('HT61 requests that come at once begin in order, some milliseconds of them a turn', async () => {
  const turns = await begunByTurn(20, 0.75)
  expect(turns.flat()).toEqual(Array.from({ length: 20 }, (_, request) => request))
  expect(Math.max(...turns.map(({ length }) => length))).toBe(3)
})

it('HT61 one that takes long is alone in its turn, and the next one begins after it', async () => {
  const turns = await begunByTurn(4, 50)
  expect(turns.filter(({ length }) => length > 0)).toEqual([[0], [1], [2], [3]])
})

it('HT61 what comes while others wait begins after them', async () => {
  let now = 0
  const turns = new RequestTurns(() => now)
  const begun: string[] = []
  const request = (name: string) =>
    turns.next(() => {
      begun.push(name)
      now += 2
    })
  for (const name of ['a', 'b', 'c']) request(name)
  await nextTurn()
  request('d')
  for (let turn = 0; turn < 20 && begun.length < 4; turn++) await nextTurn()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  // Nothing waits: the next one begins at once.
  await nextTurn()
  await nextTurn()
  request('e')
  expect(begun.at(-1)).toBe('e')
})
