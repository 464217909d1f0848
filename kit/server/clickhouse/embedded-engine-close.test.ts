import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { openEmbeddedEngine } from './embedded-engine.ts'

const endless = 'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))'

it('QU12 the engine is closed when what it works on has ended', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'warroom-engine-'))
  const engine = openEmbeddedEngine(directory)
  const [system] = engine.system
  const leaving = new AbortController()
  let left = 0
  const asked = engine.readers.map((slot) =>
    slot
      .run(endless, leaving.signal)
      .catch(() => undefined)
      .then(() => (left += 1)),
  )
  await eventually('all run', async () => {
    const rows = await system?.run(
      `SELECT count() FROM system.processes WHERE position(query, 'numbers(1000000000000)') > 0
       AND position(query, 'system.processes') = 0 FORMAT TSV`,
    )
    return Number(rows?.toString()) === asked.length
  })
  leaving.abort()
  await engine.close()
  await new Promise((resolve) => setImmediate(resolve))
  expect(left).toBe(asked.length)
  rmSync(directory, { recursive: true, force: true })
})

it('QU12 that counts for what a connection begins with', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'warroom-engine-'))
  const engine = openEmbeddedEngine(directory)
  const ended: string[] = []
  const asked = engine.system.map((slot) =>
    slot.run('SELECT 1 FORMAT TSV').then(
      (answer) => ended.push(answer.toString()),
      () => ended.push('failed'),
    ),
  )
  await engine.close().then(() => ended.push('closed'))
  await Promise.all(asked)
  expect(ended).toEqual([...asked.map(() => '1\n'), 'closed'])
  rmSync(directory, { recursive: true, force: true })
})
