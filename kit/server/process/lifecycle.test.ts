import { expect, test } from 'vitest'
import { runProgram, type Program } from '#testing/programs/run-program.ts'

async function run(...words: string[]): Promise<Program> {
  const program = runProgram('hold-lifecycle.ts', words)
  expect(await program.nextLine()).toBe('ready')
  return program
}

test.for(['SIGTERM', 'SIGINT'] as const)(
  'LF1 %s stops everything, last first, with status 0',
  async (signal) => {
    const program = await run('database', 'broker', 'web')
    program.child.kill(signal)
    expect(await program.ended).toEqual({ status: 0, signal: null })
    const printed = program
      .output()
      .split('\n')
      .filter((line) => /^(stopping|stops)/.test(line))
    expect(printed).toEqual(['stopping', 'stops web', 'stops broker', 'stops database'])
  },
)

test('LF1 what fails to stop is logged, and the others stop all the same', async () => {
  const program = await run('database', 'broken', 'web')
  program.child.kill('SIGTERM')
  expect(await program.ended).toEqual({ status: 1, signal: null })
  expect(program.output()).toMatch(/stops web[^]*stops database/)
  expect(program.output()).toContain('could not stop broken')
})

test.for(['hang', 'busy'])('LF1 what does not stop is given up (%s)', async (word) => {
  const program = await run('database', word)
  program.child.kill('SIGTERM')
  expect(await program.ended).toEqual({ status: null, signal: 'SIGKILL' })
  expect(program.output()).toContain(`gave up waiting for ${word} to stop`)
})

test('LF2 a signal doubled by npm counts once', async () => {
  const program = await run('database', 'web')
  program.child.kill('SIGINT')
  program.child.kill('SIGINT')
  expect(await program.ended).toEqual({ status: 0, signal: null })
})

test.for(['hang', 'busy'])('LF2 a second signal ends it at once (%s)', async (word) => {
  const program = await run(word)
  program.child.kill('SIGINT')
  expect(await program.nextLine()).toBe('stopping')
  // Sent until it takes one as a second: those right after the first do not count.
  const impatient = setInterval(() => program.child.kill('SIGINT'), 50)
  expect(await program.ended).toEqual({ status: null, signal: 'SIGKILL' })
  clearInterval(impatient)
  expect(program.output()).toContain('a second signal')
})

test.for(['throw', 'reject'])(
  'LF3 an uncaught failure (%s) stops everything with status 1',
  async (word) => {
    const program = runProgram('hold-lifecycle.ts', ['database', word])
    expect(await program.ended).toEqual({ status: 1, signal: null })
    expect(program.output()).toContain('nobody catches this')
    expect(program.output()).toContain('stops database')
  },
)
