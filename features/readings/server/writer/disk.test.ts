import { expect, it, vi } from 'vitest'
import { diskFiles, type JournalFiles } from '#kit/server/journal/journal-files.ts'
import { eventually } from '#testing/eventually.ts'
import { embeddedPipeline, newSensor, reading } from '#testing/sites/readings-pipeline.ts'

const { open } = embeddedPipeline()

it('RD5 what did not reach the disk waits for it no longer', async () => {
  const sensor = newSensor()
  let isFull = true
  const files: JournalFiles = {
    ...diskFiles,
    create: (path) =>
      isFull
        ? Promise.reject(new Error('ENOSPC: no space left on device'))
        : diskFiles.create(path),
  }
  const { writer } = await open({
    queue: { journal: { files } },
    writer: { maximumWaitingBytes: 10 },
  })
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(writer.refusal()).toBeNull()
    await expect(writer.write([reading(sensor, 0, 'ten bytes')])).rejects.toMatchObject({
      code: 'store_unavailable',
    })
  }
  expect(writer.status.writeFailure).toContain('ENOSPC')
  isFull = false
  await writer.write([reading(sensor, 0, 'ten bytes')])
  expect(writer.status.writeFailure).toBeNull()
})

it('RD55 what comes while the disk does not answer is refused until it does', async () => {
  const gate = Promise.withResolvers<void>()
  const files: JournalFiles = {
    ...diskFiles,
    create: (path) => gate.promise.then(() => diskFiles.create(path)),
  }
  const { writer } = await open({ queue: { journal: { files } } })
  const sensor = newSensor()
  const first = writer.write([reading(sensor, 0, 1)])
  await eventually('the disk is asked', () => writer.status.diskSilentForMs > 0)
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 10_500)
  expect(writer.status.diskSilentForMs).toBeGreaterThan(10_000)
  await expect(writer.write([reading(sensor, 1, 2)])).rejects.toMatchObject({
    ...{ code: 'store_unavailable', retryAfterSeconds: 30 },
  })
  clock.mockRestore()
  gate.resolve()
  await first
  expect(writer.status.diskSilentForMs).toBeLessThan(5_000)
  await writer.write([reading(sensor, 1, 2)])
})

it('RD5 takes nothing beyond the bytes that may wait or without a reserve on disk', async () => {
  const sensor = newSensor()
  const gate = Promise.withResolvers<void>()
  const files: JournalFiles = {
    ...diskFiles,
    async create(path) {
      await gate.promise
      return diskFiles.create(path)
    },
  }
  let hasSpace = true
  const { writer } = await open({
    queue: { journal: { files } },
    writer: { maximumWaitingBytes: 500 },
    hasDiskSpace: () => hasSpace,
  })
  const first = writer.write([reading(sensor, 0, 'x'.repeat(600))])
  expect(writer.refusal()?.message).toMatch('Too many readings are waiting')
  await expect(writer.write([reading(sensor, 1, 1)])).rejects.toMatchObject({
    code: 'store_unavailable',
  })
  gate.resolve()
  await first
  expect(writer.refusal()).toBeNull()
  hasSpace = false
  await expect(writer.write([reading(sensor, 2, 1)])).rejects.toMatchObject({
    ...{ code: 'store_unavailable', message: expect.stringContaining('disk') },
    retryAfterSeconds: 30,
  })
})
