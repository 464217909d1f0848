import { expect, test } from 'vitest'
import { promiseProblems } from './promises.ts'

const document = (text: string) => ({ path: 'README.md', text })
const tests = (text: string) => [{ path: 'a.test.ts', text }]

test('PR1 a promise, in a list or in a table, has a test that carries its number', () => {
  const promised = document('- **AB1** One.\n| AB2 | Two. |\n| **AB3** | Three. |\n')
  const titles = ["test('AB1 one')", 'test.each(all)(`AB2 AB3 both of them: %s`)']
  expect(promiseProblems([promised], tests(titles.join('\n')))).toEqual([])
  expect(promiseProblems([promised], tests("test('AB1 AB3 both')"))).toEqual([
    'AB2 of README.md has no test',
  ])
})

test('PR2 a number stands for one promise, and a title names no other', () => {
  const twice = document('- **AB1** One.\n- **AB1** Another one.\nSee **AB9** for more.\n')
  expect(promiseProblems([twice], tests("test('AB1 AB4 one')\nconst text = 'UTF8 only'"))).toEqual([
    'AB1 is promised twice: README.md, README.md',
    'AB4 in a.test.ts is promised nowhere',
  ])
})
