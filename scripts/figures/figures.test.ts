import { expect, test } from 'vitest'
import { sourceOf } from '#testing/catalogues/sources.ts'
import { distributionOf } from './distribution.ts'
import { functionLines } from './functions.ts'
import { wideLines } from './project-sources.ts'

test('functions are measured from their first line to their last, nested ones too', () => {
  const source = sourceOf(
    'a.ts',
    `export function outer(): number {
  const inner = () => {
    return 1
  }
  return inner()
}
const short = (value: number) => value + 1
class Thing {
  method(): void {
    void short(1)
  }
}
export const thing = { held: () => {
  return new Thing()
} }
`,
  )
  expect(functionLines(source)).toEqual([
    { name: 'a.ts:1 outer', value: 6 },
    { name: 'a.ts:2 inner', value: 3 },
    { name: 'a.ts:9 method', value: 3 },
    { name: 'a.ts:13 held', value: 3 },
  ])
})

test('nine in ten are no greater than the ninth tenth', () => {
  const figures = Array.from({ length: 100 }, (_, index) => ({
    name: `${index}`,
    value: index + 1,
  }))
  expect(distributionOf(figures)).toMatchObject({ count: 100, sum: 5050, median: 50, ninth: 90 })
})

test('a line is too wide from the 101st character on, whatever takes how many bytes', () => {
  const text = ['x'.repeat(100), '溫'.repeat(100), '🌡'.repeat(101), ''].join('\n')
  expect(wideLines([{ path: 'a.ts', text, isTest: false }])).toEqual([
    { name: 'a.ts:3', value: 101 },
  ])
})
