import { rm } from 'node:fs/promises'
import { fileNameOf } from './describe-job.ts'
import { ExportEnd } from './export-failure.ts'
import type { ExportFiles } from './export-files.ts'
import type { StoredArchive, StoredReadings } from './stored-request.ts'
import { makeFile, type FileTask, type FileServices, type FinishedFile } from './make-file.ts'

interface ArchiveTask extends Pick<FileTask, 'sensors' | 'path' | 'madeAt'> {
  readonly request: StoredArchive
  readonly files: Pick<ExportFiles, 'path' | 'has'>
  /** Where a file lies that is made for it. */
  readonly memberPath: string
}

/** Puts finished files into one, and a file of each sensor that is made for it. */
export async function makeArchive(
  services: FileServices,
  task: ArchiveTask,
): Promise<FinishedFile> {
  const { file, onProgress } = services
  const { request, files, path } = task
  await file.execute({ type: 'open-archive', path })
  let readings = 0
  for (const { id, name, readings: held } of request.files) {
    if (!(await files.has(id))) throw new ExportEnd('missing')
    const entry = { type: 'entry', path: files.path(id), name } as const
    const { bytes } = await file.execute(entry).catch(async (failure: unknown) => {
      // It may have gone just before it was read.
      throw (await files.has(id)) ? failure : new ExportEnd('missing')
    })
    readings += held
    onProgress(readings, bytes)
  }
  if (request.readings) await addReadings(services, task, { of: request.readings, readings })
  const { bytes } = await file.execute({ type: 'end-archive' })
  return { bytes, rows: request.files.length + (request.readings?.sensorIds.length ?? 0) }
}

/** A file of each sensor, made beside the archive and removed when it is in it. */
async function addReadings(
  services: FileServices,
  { sensors, madeAt, memberPath }: ArchiveTask,
  { of, readings: before }: { readonly of: StoredReadings; readonly readings: number },
): Promise<void> {
  let readings = before
  for (const [index, sensorId] of of.sensorIds.entries()) {
    const found = sensors.find(({ sensor }) => sensor.id === sensorId)
    const named = of.sensors[index]
    if (!found || !named) throw new ExportEnd('access')
    const firstSensor = { device: found.device, alias: found.sensor.alias }
    const request = { ...of, sensors: [named], sensorIds: [sensorId], firstSensor }
    let held = 0
    const onProgress = (made: number, bytes: number) => {
      held = made
      services.onProgress(readings + made, bytes)
    }
    const task = { request, sensors: [found], path: memberPath, madeAt }
    await makeFile({ ...services, onProgress }, task)
    readings += held
    const entry = { type: 'entry', path: memberPath, name: fileNameOf(request) } as const
    const { bytes } = await services.file.execute(entry)
    await rm(memberPath, { force: true })
    services.onProgress(readings, bytes)
  }
}
