import { cpSync, existsSync, mkdirSync, mkdtempSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { migrateTelemetry } from '#kit/server/clickhouse/migrate-telemetry.ts'
import { openTelemetry } from '#kit/server/clickhouse/telemetry.ts'
import { imageKey, publishImage, removeUnusedImages } from './images.ts'

const project = join(import.meta.dirname, '..', '..')
export const telemetryMigrations = join(project, 'migrations', 'clickhouse')
const images = join(project, '.cache', 'test-telemetry')
const image = () => join(images, imageKey(telemetryMigrations))

/**
 * Puts the files of a telemetry engine that has its tables already into the new `directory`; false
 * while nobody has made any. Their links are relative.
 */
export function placeTelemetry(directory: string): boolean {
  const finished = image()
  if (!existsSync(finished)) return false
  const now = new Date()
  utimesSync(finished, now, now)
  mkdirSync(dirname(directory), { recursive: true })
  cpSync(finished, directory, { recursive: true, verbatimSymlinks: true })
  return true
}

/** Makes such files, by an engine of this process: none may be open. */
export async function makeTelemetryImage(): Promise<void> {
  mkdirSync(images, { recursive: true })
  const unfinished = mkdtempSync(join(images, 'unfinished-'))
  const telemetry = openTelemetry({ directory: unfinished })
  await migrateTelemetry(telemetry, telemetryMigrations)
  await telemetry.close()
  publishImage(unfinished, image())
  removeUnusedImages(images)
}
