import { expect, it, onTestFinished } from 'vitest'
import { runProgram } from '#testing/programs/run-program.ts'

/** V8 works in steps while there is time: beside others on a slow machine it takes minutes. */
const longMs = 300_000

it(
  'UM3 garbage of a burst is given back while little goes on, in steps',
  async () => {
    const { child, nextLine, ended } = runProgram('leave-garbage.ts', [])
    onTestFinished(() => void child.kill('SIGKILL'))
    const { inSteps, whole } = JSON.parse(await nextLine()) as Record<'inSteps' | 'whole', number>
    expect(whole).toBeGreaterThan(0)
    expect(inSteps).toBe(whole)
    expect(await ended).toMatchObject({ status: 0 })
  },
  longMs,
)
