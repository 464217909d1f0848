import { expect, test } from 'vitest'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { NewCalculation } from '../contract/calculation.ts'
import { cycleFrom, cycleText, levelsOf } from './graph.ts'
import { graphProblems } from './validate.ts'

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

test('CL48 a long cycle is named by a few of its members, and by how many there are', () => {
  const textOf = (size: number) => {
    const names = Array.from({ length: size }, (_, index) => `s${index}`)
    const edges = names.map((name, index) => [name, [names[(index + 1) % size] ?? '']] as const)
    return cycleText(cycleFrom(new Map(edges), 's0') ?? [], (name) => name.toUpperCase())
  }
  expect(textOf(3)).toBe('S0 → S1 → S2 → S0')
  expect(textOf(8)).toBe('S0 → S1 → S2 → S3 → S4 → S5 → S6 → S7 → S0')
  expect(textOf(9)).toBe('S0 → S1 → S2 → S3 → … → S8 → S0 (9)')
  expect(textOf(100_000)).toBe('S0 → S1 → S2 → S3 → … → S99999 → S0 (100000)')
})

test('CL48 a thousand sensors that are one ring are refused in a short reply', () => {
  const size = 1_000
  const of = (index: number) => ({ thing: 'DEV', key: `sensor-${index % size}` })
  const ring = Array.from({ length: size }, (_, index) => ({
    ...{ ...of(index), alias: '', unit: '', decimals: 1, expression: 'a' },
    inputs: { a: of(index + 1) },
  })) as unknown as NewCalculation[]
  const catalogue = { device: () => ({ id: 1 }), sensorByKey: () => undefined }
  const rights = { catalogue: catalogue as unknown as Catalogue, mayUseDevice: () => true }
  const problems = graphProblems([], ring, rights)
  expect(Object.keys(problems)).toHaveLength(size)
  expect(JSON.stringify(problems).length).toBeLessThan(300_000)
})
