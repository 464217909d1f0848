import { expect, test } from 'vitest'
import { compile } from './expression.ts'

const result = (text: string, values: Record<string, number | string>) => {
  const compiled = compile(text, Object.keys(values))
  return 'evaluate' in compiled ? compiled.evaluate(values) : compiled
}

test.each([
  ['(a + b) / 2', { a: 1, b: 2 }, 1.5],
  ['if(a > b, a, b)', { a: 1, b: 2 }, 2],
  ['a > 0 ? b : 0', { a: 1, b: 2 }, 2],
  ['max(a, b, 7) + min(a, b) + avg(a, b) + sum(a, b)', { a: 1, b: 2 }, 12.5],
  ['state == "RUN" and a > 0', { state: 'RUN', a: 1 }, true],
  ['sqrt(a) + abs(b) + round(2.5) + PI * 0', { a: 9, b: -1 }, 7],
  ['a / b', { a: 1, b: 0 }, Infinity],
] as const)('CL1 %s of %j is %j', (text, values, expected) => {
  expect(result(text, values)).toBe(expected)
})

test.each(['1 +', 'a b', '', 'a = 3', 'f(x) = x', '[1, 2]', 'a.constructor', 'a || 1', '"a".b'])(
  'CL1 %j is no expression',
  (text) => expect(result(text, { a: 1 })).toEqual({ problem: expect.any(String) }),
)

test.each(['b', 'random()', 'fac(3)', 'length("x")', 'map(a, a)', 'valueOf', 'toString', 'c(1)'])(
  'CL1 %s names what there is not',
  (text) => expect(compile(text, ['a'])).not.toHaveProperty('evaluate'),
)

test.each([
  ...['constructor', '__proto__', 'hasOwnProperty("a")', 'a(1)', 'valueOf()', 'a.b.c'],
  ...['constructor(a) + 1', 'toString a', 'isPrototypeOf a'],
])('CL1 %s reaches nothing of the program', (text) => {
  const compiled = compile(text, ['a'])
  expect('problem' in compiled || 'unknown' in compiled).toBe(true)
})

test.each(['sum', 'sqrt', 'PI', 'and', 'if', 'constructor', '__proto__'])(
  'CL1 no input is called %s, which has a meaning of its own',
  (name) => expect(compile('1', [name])).toEqual({ problem: expect.any(String) }),
)

test('CL1 a deep expression ends, whatever it is made of', () => {
  for (const text of ['('.repeat(499) + '1' + ')'.repeat(499), `${'-'.repeat(998)}1`])
    expect(result(text, {})).toBe(1)
  expect(result(`1${'^9'.repeat(300)}`, {})).toBeNaN()
})
