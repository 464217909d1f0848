import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { telemetryMigrations, testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { StartupError } from '../process/startup-error.ts'
import { migrateTelemetry } from './migrate-telemetry.ts'

let engine: TestTelemetry

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const count = readdirSync(telemetryMigrations).length

it('TM1 what is applied is not applied again', async () => {
  expect(await migrateTelemetry(engine.telemetry, telemetryMigrations)).toBe(0)
})

it('TM2 an interrupted migration is run again from its start', async () => {
  await engine.telemetry.command('DROP TABLE migrations')
  expect(await migrateTelemetry(engine.telemetry, telemetryMigrations)).toBe(count)
  expect(await migrateTelemetry(engine.telemetry, telemetryMigrations)).toBe(0)
})

it('TM3 a changed migration, and data of a newer version, stop the start', async () => {
  const changed = join(temporaryDirectory(), 'migrations')
  cpSync(telemetryMigrations, changed, { recursive: true })
  writeFileSync(join(changed, '0001-readings.sql'), '-- other words\nSELECT 1;\n')
  await expect(migrateTelemetry(engine.telemetry, changed)).rejects.toThrow(StartupError)
  await expect(migrateTelemetry(engine.telemetry, changed)).rejects.toThrow(
    '0001-readings.sql has changed',
  )
  const older = temporaryDirectory()
  await expect(migrateTelemetry(engine.telemetry, older)).rejects.toThrow('newer version')
})
