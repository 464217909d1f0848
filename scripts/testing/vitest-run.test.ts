import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failureLines } from './outcome.ts'
import { runVitest } from './vitest-run.ts'

// Below the project, where vitest is found; git ignores the directory.
const directory = join(import.meta.dirname, '..', '..', '.cache', `vitest-run-${process.pid}`)

const files = {
  'vitest.config.ts': `export default { test: { root: ${JSON.stringify(directory)} } }`,
  'passes.test.ts': `test('passes', () => {})\ntest.skip('is skipped', () => {})`,
  'fails.test.ts': `test('fails', () => expect([1, 2]).toEqual([1, 3]))`,
  'property.test.ts': `test('holds', () => {
    throw new Error('by an example', { cause: new Error('what it met') })
  })`,
  'set-up.test.ts': `beforeAll(() => { throw new Error('no set-up') })\ntest('waits', () => {})`,
  'damaged.test.ts': `throw new Error('not a test')`,
  'uncaught.test.ts': `test('leaves one', () => { void Promise.reject(new Error('nobody')) })`,
}

test('every failure of a run is named at its end, also one that no test caught', async () => {
  mkdirSync(directory, { recursive: true })
  for (const [name, text] of Object.entries(files))
    writeFileSync(
      join(directory, name),
      `import { beforeAll, expect, test } from 'vitest'\n${text}`,
    )
  const outcome = await runVitest(join(directory, 'vitest.config.ts'), [], 'ignore')
  rmSync(directory, { recursive: true })
  expect(outcome).toMatchObject({ passed: 2, skipped: 2 })
  expect(outcome.firstTestAt).toBeGreaterThan(0)
  const lines = failureLines(outcome.failures)
  expect(outcome.failures.map(({ title }) => title).toSorted()).toEqual([
    'an error that no test caught',
    'fails',
    'holds',
    'the whole file',
    'the whole file',
  ])
  for (const reason of ['what it met', 'no set-up', 'not a test', 'nobody', '-   3,', '+   2,'])
    expect(lines).toContain(reason)
  expect(lines).toMatch(/FAILED fails\n {2}fails\.test\.ts .*fails\.test\.ts:2/)
})

test('a run that ends without an outcome has failed, and says so', async () => {
  const { passed, failures } = await runVitest('/no/such/configuration.ts', [], 'ignore')
  expect(passed).toBe(0)
  expect(failureLines(failures)).toContain('FAILED the run itself')
})
