import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTelemetry, type Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { makeTelemetryImage, placeTelemetry } from '#testing/engines/telemetry-image.ts'

export { telemetryMigrations } from '#testing/engines/telemetry-image.ts'

export interface TestTelemetry {
  readonly telemetry: Telemetry
  /** For more of a test's files; removed in the end. */
  readonly directory: string
  close(): Promise<void>
}

/**
 * A telemetry engine in a directory of its own, with nothing in it. One at a time in a process: the
 * engine allows no more.
 */
export function emptyTelemetry(): TestTelemetry {
  return openIn(newDirectory())
}

const newDirectory = () => mkdtempSync(join(tmpdir(), 'warroom-telemetry-'))

function openIn(directory: string): TestTelemetry {
  const telemetry = openTelemetry({ directory: join(directory, 'clickhouse') })
  return {
    telemetry,
    directory,
    async close() {
      await telemetry.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The same, migrated; sensors of small numbers have minutes, however few readings they have. */
export async function testTelemetry(): Promise<TestTelemetry> {
  const directory = newDirectory()
  const files = join(directory, 'clickhouse')
  if (!placeTelemetry(files)) {
    await makeTelemetryImage()
    placeTelemetry(files)
  }
  const engine = openIn(directory)
  await engine.telemetry.command('INSERT INTO minute_sensors SELECT number FROM numbers(1, 999)')
  return engine
}
