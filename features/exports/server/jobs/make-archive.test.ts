import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { FileProcess } from '../process/file-process.ts'
import { ExportFiles } from './export-files.ts'
import { makeArchive } from './make-archive.ts'

test('EX91 a ZIP whose file goes just before it is read fails with that reason', async () => {
  const directory = temporaryDirectory()
  const files = new ExportFiles(directory)
  const file = new FileProcess()
  onTestFinished(() => file.end())
  const request = { files: [{ id: 'gone', name: 'gone.csv', readings: 1 }], readings: null }
  const task = { request, path: join(directory, 'zip'), sensors: [], madeAt: 0, memberPath: '' }
  writeFileSync(files.path('gone'), '')
  const places = {
    path: (id: string) => {
      rmSync(files.path(id))
      return files.path(id)
    },
    has: (id: string) => files.has(id),
  }
  const services = { file, onProgress: () => undefined }
  const made = makeArchive(services as never, { ...task, files: places } as never)
  await expect(made).rejects.toMatchObject({ failure: 'missing' })
})
