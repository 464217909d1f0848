import { expect, it, onTestFinished, vi } from 'vitest'
import { ExpressionRunner } from './expression-runner.ts'

function createRunner(): ExpressionRunner {
  const runner = new ExpressionRunner()
  onTestFinished(() => runner.close())
  return runner
}

const names = { topic: 'plant/press-1/data', device: 'press-1', sensor: '' }

it('FB20 an expression gets the document and the names of the topic', async () => {
  const runner = createRunner()
  const expression = '{"ts": at * 1000, "values": {"t": temps[0].v, "from": $device}}'
  const input = { at: 1_763_620_000, temps: [{ v: 21.4 }] }
  expect(await runner.evaluate(expression, input, names)).toEqual({
    ts: 1_763_620_000_000,
    values: { t: 21.4, from: 'press-1' },
  })
})

it('FB21 what never ends, or asks for too much, is ended; those behind it go on', async () => {
  const runner = createRunner()
  const endless = '($f := function($x) { $f($x + 1) }; $f(1))'
  const deep = '($f := function($x) { 1 + $f($x + 1) }; $f(1))'
  const long = '[1..10000000]'
  const large = '($f := function($x) { $f($x & $x) }; $f("0123456789"))'
  const backtracking = '$contains(payload, /^(a+)+$/)'
  const input = { payload: `${'a'.repeat(40)}!` }
  const outcomes = [endless, deep, long, large, backtracking].map((expression) =>
    runner.evaluate(expression, input, names).then(
      () => 'ended',
      (error: Error) => error.message,
    ),
  )
  const after = runner.evaluate('1 + 1', {}, names)
  expect(await Promise.all(outcomes)).toEqual([
    'does not end',
    expect.stringMatching(/stack overflow/i),
    expect.stringMatching(/maximum sequence length|sequence|too large/i),
    expect.stringMatching(/memory|does not end|string length/i),
    'does not end',
  ])
  expect(await after).toBe(2)
  await expect(runner.evaluate(backtracking, input, names)).rejects.toThrow('took too long before')
})

it('FB21 the start of the thread does not count as time of the expression', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const evaluated = createRunner().evaluate('1 + 1', {}, names)
  vi.advanceTimersByTime(60_000)
  expect(await evaluated).toBe(2)
})

it('FB21 time that others take from the thread is not counted for the expression', async () => {
  const runner = createRunner()
  expect(await runner.evaluate('1 + 1', {}, names)).toBe(2)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const evaluated = runner.evaluate('2 + 2', {}, names)
  vi.advanceTimersByTime(20_000)
  expect(await evaluated).toBe(4)
})

it('FB22 reports where an expression is wrong, and refuses what is no document', async () => {
  const runner = createRunner()
  await expect(runner.evaluate('{"a": ', {}, names)).rejects.toThrow(/at character \d+/)
  await expect(runner.evaluate('function($x) { $x }', {}, names)).rejects.toThrow('no document')
  expect(await runner.evaluate('missing.value', {}, names)).toBeUndefined()
})

it('CN44 what is asked for after the connection has ended is refused', async () => {
  const runner = createRunner()
  await runner.close()
  await expect(runner.evaluate('1 + 1', {}, names)).rejects.toThrow('was ended')
})

it('FB44 a document that is too deep to be handed over is refused, and holds up none', async () => {
  const runner = createRunner()
  const depth = 20_000
  const deep: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  const evaluate = (input: unknown) =>
    runner.evaluate('1', input, names).then(Number, (error: Error) => error.message)
  const tooDeep = expect.stringContaining('cannot be handed over')
  expect(await Promise.all([deep, 0, deep, 0].map(evaluate))).toEqual([tooDeep, 1, tooDeep, 1])
})
