import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { telemetryMigrations, testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { StartupError } from '../startup-error.ts'
import { migrateTelemetry } from './migrate-telemetry.ts'

let engine: TestTelemetry

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

function migrations(files: Readonly<Record<string, string>>): string {
  const directory = join(temporaryDirectory(), 'migrations')
  mkdirSync(directory)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  return directory
}

it('TM1 what is applied is not applied again', async () => {
  expect(await migrateTelemetry(engine.telemetry, telemetryMigrations)).toBe(0)
})

it('TM2 an interrupted migration is run again from its start', async () => {
  await engine.telemetry.command('DROP TABLE migrations')
  expect(await migrateTelemetry(engine.telemetry, telemetryMigrations)).toBe(1)
  expect(await migrateTelemetry(engine.telemetry, telemetryMigrations)).toBe(0)
})

it('TM3 a migration that changed after it was applied, and data of a newer version, stop the start', async () => {
  const changed = migrations({ '0001-readings.sql': '-- other words\nSELECT 1;\n' })
  await expect(migrateTelemetry(engine.telemetry, changed)).rejects.toThrow(StartupError)
  await expect(migrateTelemetry(engine.telemetry, changed)).rejects.toThrow('0001-readings.sql has changed')
  await expect(migrateTelemetry(engine.telemetry, migrations({}))).rejects.toThrow('newer version')
})
