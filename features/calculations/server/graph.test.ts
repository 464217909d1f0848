import { expect, test } from 'vitest'
import { cycleFrom, levelsOf } from './graph.ts'

const graph = (edges: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(edges))

test('CL6 a cycle is found with its way, however long, and only where there is one', () => {
  const cyclic = graph({ a: ['x', 'b'], b: ['c'], c: ['y', 'a'], d: ['a'] })
  expect(cycleFrom(cyclic, 'a')).toEqual(['a', 'b', 'c', 'a'])
  expect(cycleFrom(cyclic, 'd')).toBeNull()
  expect(cycleFrom(graph({ a: ['a'] }), 'a')).toEqual(['a', 'a'])
  const names = Array.from({ length: 40 }, (_, index) => `s${index}`)
  const ring = graph(
    Object.fromEntries(names.map((name, index) => [name, [names[(index + 1) % 40] ?? '']])),
  )
  expect(cycleFrom(ring, 's0')).toEqual([...names, 's0'])
  const diamond = graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['x'] })
  expect(cycleFrom(diamond, 'a')).toBeNull()
  expect([...levelsOf(diamond)]).toEqual(
    expect.arrayContaining([
      ['a', 3],
      ['b', 2],
      ['d', 1],
    ]),
  )
})
