import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { eventually } from '#testing/eventually.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import {
  base,
  embeddedPipeline,
  eventuallyFlushed,
  killedWhileInserting,
  newSensor,
  reading,
} from '#testing/sites/readings-pipeline.ts'
import { withoutRollups, withoutTokens } from '../testing/stored-rows-store.ts'

const pipeline = embeddedPipeline()
const { open, store, valuesOf, expectRollupsEqual, insertingBy, engine } = pipeline

/** The only file of the fresh queue's journal in `directory`. */
function journalFile(directory: string): string {
  const name = readdirSync(join(directory, 'fresh')).find((file) => file.endsWith('.journal'))
  return join(directory, 'fresh', name ?? '')
}

/** As a bad disk answers: a byte of the last place where the journal has this text is another. */
function damage(directory: string, text: string): void {
  const bytes = readFileSync(journalFile(directory))
  const place = bytes.lastIndexOf(text)
  expect(place).toBeGreaterThan(0)
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  writeFileSync(journalFile(directory), bytes)
}

it('RD14 what is damaged while the server runs is left out; everything else arrives', async () => {
  const [sensor, directory] = [newSensor(), temporaryDirectory()]
  let isAway = true
  const telemetry = insertingBy(async (target, lines) => {
    if (isAway) throw new Error('connection refused')
    await engine().insert(target, lines)
  })
  const { writer } = await open({ directory, telemetry })
  await writer.write([reading(sensor, 0, 0)])
  await eventually('a batch was read', () => writer.status.storeFailingForMs !== null)
  for (const index of [1, 2, 3, 4]) await writer.write([reading(sensor, index, index)])
  damage(directory, `${base + 2}\t2`)
  expect(writer.status.damage.bytes).toBe(0)
  isAway = false
  await eventuallyFlushed(writer)
  expect(await valuesOf(sensor)).toEqual([0, 1, 3, 4])
  expect(writer.status).toMatchObject({ storeFailingForMs: null, journalBytes: expect.any(Number) })
  expect(writer.status.damage.bytes).toBeGreaterThan(16)
  // A device that sends it again is not taken for one that repeats itself.
  await writer.write([2, 3].map((index) => reading(sensor, index, index)))
  await writer.flush()
  expect(await valuesOf(sensor)).toEqual([0, 1, 2, 3, 4])
  await expectRollupsEqual(sensor)
})

const stopped: [string, Telemetry['insert']][] = [
  ['nothing', async () => {}],
  ['all of it', async (target, lines) => engine().insert(target, lines)],
  [
    'the readings without rollups',
    async (target, lines) =>
      withoutRollups(engine(), ['minute', 'hour'], () => engine().insert(target, lines)),
  ],
]

it.each(
  stopped.flatMap(([stored, insert]) =>
    ['a reading', 'the plan'].map((damaged) => ({ stored, insert, damaged })),
  ),
)(
  'RD14 a batch is stored once: $damaged of it was damaged, $stored had arrived',
  async ({ insert, damaged }) => {
    const sensor = newSensor()
    await store([reading(sensor, 10, 1)])
    const readings = [
      reading(sensor, 0, 7),
      reading(sensor, 10, 1),
      reading(sensor, 61_000, 5),
      // The device sent it twice.
      reading(sensor, 61_000, 5),
      reading(sensor, 62_000, 'text'),
    ]
    const directory = await killedWhileInserting(pipeline, insert, readings)
    damage(directory, damaged === 'a reading' ? 'text' : '"segmentId"')
    await withoutTokens(engine())
    const { writer } = await open({ directory })
    await writer.flush()
    const lost = damaged === 'a reading' ? [] : ['text']
    expect(await valuesOf(sensor)).toEqual([7, 1, 5, ...lost])
    await expectRollupsEqual(sensor)
    await writer.write(readings)
    await writer.flush()
    expect(await valuesOf(sensor)).toEqual([7, 1, 5, 'text'])
    await expectRollupsEqual(sensor)
  },
)

it('RD14 what had arrived is not stored again when a crash cut its plan', async () => {
  const [sensor, directory] = [newSensor(), temporaryDirectory()]
  const writer = await store([reading(sensor, 0, 1), reading(sensor, 1, 2)], { directory })
  await writer.close()
  const file = journalFile(directory)
  // The note that it was to be sent, and that it was.
  truncateSync(file, readFileSync(file).indexOf('"segmentId"'))
  await withoutTokens(engine())
  await open({ directory })
  expect(await valuesOf(sensor)).toEqual([1, 2])
  await expectRollupsEqual(sensor)
})
