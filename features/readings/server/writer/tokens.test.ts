import { expect, it, onTestFinished } from 'vitest'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import {
  base,
  embeddedPipeline,
  monthMs,
  newSensor,
  ofOldMonths,
  reading,
} from '#testing/sites/readings-pipeline.ts'
import { withoutRollups, withoutTokens, withTokensAlone } from '../testing/stored-rows-store.ts'

const { open, store, valuesOf, expectRollupsEqual, insertingBy, engine } = embeddedPipeline()

const some = (sensor: number) => [
  reading(sensor, 0, 1),
  reading(sensor, 61_000, 5),
  reading(sensor, 7_200_000, 3, 'bad'),
  reading(sensor, 5, 'a'),
]

const tables = ['numeric_readings', 'text_readings', 'numeric_rollup_minute', 'numeric_rollup_hour']

it.each(tables)(
  'RD7 stores what a failed write lost of %s, though the engine recognises its token',
  async (table) => {
    const sensor = newSensor()
    let failures = 1
    const telemetry = insertingBy(async (target, lines) => {
      await engine().insert(target, lines)
      if (
        failures === 0 ||
        target.table !== (table === 'text_readings' ? table : 'numeric_readings')
      )
        return
      failures--
      await withTokensAlone(engine(), table, sensor)
      throw new Error('EIO: i/o error, rename')
    })
    await store(some(sensor), { telemetry })
    expect(await valuesOf(sensor)).toEqual([1, 5, 3, 'a'])
    await expectRollupsEqual(sensor)
  },
)

it.each([
  ['all was stored', []],
  ['the readings were', ['minute', 'hour']],
  ['all but one rollup was', ['hour']],
] as [string, ('minute' | 'hour')[]][])(
  'RD7 stores once what a power cut left without tokens: %s',
  async (_name, missing) => {
    const [sensor, directory] = [newSensor(), temporaryDirectory()]
    const begun = Promise.withResolvers<void>()
    const killed = Promise.withResolvers<never>()
    const telemetry = insertingBy(async (target, lines) => {
      await withoutRollups(engine(), missing, () => engine().insert(target, lines))
      begun.resolve()
      await killed.promise
    })
    const { writer } = await open({ directory, telemetry })
    onTestFinished(() => killed.reject(new Error('this run was killed')))
    await writer.write(some(sensor).slice(0, 3))
    await begun.promise
    await withoutTokens(engine())
    const again: Telemetry = {
      ...engine(),
      rows: async (query, parameters) =>
        query.includes('uptime()') ? [{ seconds: 1 } as never] : engine().rows(query, parameters),
    }
    await open({ directory, telemetry: again })
    expect(await valuesOf(sensor)).toEqual([1, 5, 3])
    await expectRollupsEqual(sensor)
  },
)

it('RD7 months that have arrived are not sent again while another month fails', async () => {
  const sensor = newSensor()
  let failures = 3
  const telemetry = insertingBy(async (target, lines) => {
    if (failures > 0 && lines.includes(`${sensor}\t${base - 3 * monthMs}`)) {
      failures--
      // So many others were stored meanwhile that the engine no longer has the tokens.
      await withoutTokens(engine())
      throw new Error('no space left on device')
    }
    await engine().insert(target, lines)
  })
  const months = ofOldMonths(sensor)
  await store(months, { telemetry })
  expect(await valuesOf(sensor)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0])
  await expectRollupsEqual(sensor)
})

it('RD7 what has arrived for certain is not looked for at the next start', async () => {
  const [sensor, directory] = [newSensor(), temporaryDirectory()]
  const writer = await store([reading(sensor, 0, 1)], { directory })
  await writer.close()
  const sent: string[] = []
  await open({ directory, telemetry: insertingBy(async ({ table }) => void sent.push(table)) })
  expect(sent).toEqual([])
})

it('RD7 a batch is stored once whatever the engine answers about its age', async () => {
  const sensor = newSensor()
  let attempts = 0
  const lossy = insertingBy(async (target, lines) => {
    attempts++
    if (attempts > 1) await engine().insert(target, lines)
    if (attempts <= 2) throw new Error('connection lost')
  })
  const telemetry: Telemetry = {
    ...lossy,
    rows: async (query, parameters) =>
      query.includes('uptime()')
        ? [{ seconds: attempts === 1 ? 0 : 1e9 } as never]
        : engine().rows(query, parameters),
  }
  await store([reading(sensor, 0, 1)], { telemetry })
  expect(await valuesOf(sensor)).toEqual([1])
  await expectRollupsEqual(sensor)
})
