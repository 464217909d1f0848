import { once } from 'node:events'
import { truncateSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { DownloadReply, sendResult } from '#kit/server/http/replies/replies.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { exportFile } from '../../contract/routes.ts'
import { ExportFiles } from './export-files.ts'

const bytes = 64 * 2 ** 20

test('EX36 a download ends when its file is removed, and no other one', async () => {
  const files = new ExportFiles(temporaryDirectory())
  for (const id of ['goes', 'stays']) {
    writeFileSync(files.path(id), '')
    truncateSync(files.path(id), bytes)
  }
  const app = fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  app.get<{ Params: { id: string } }>('/:id', async ({ params: { id } }, reply) =>
    sendResult(
      new DownloadReply({
        ...{ path: files.path(id), bytes, name: id, type: 'text/csv', removed: files.removal(id) },
      }),
      exportFile,
      reply,
    ),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const begin = async (id: string) => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET /${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    await once(socket, 'readable')
    return async () => {
      let read = 0
      socket.on('error', () => undefined)
      socket.on('data', (chunk: Buffer) => (read += chunk.length))
      await once(socket, 'close')
      return read
    }
  }
  const downloads = [await begin('goes'), await begin('stays')]
  await files.remove('goes')
  const [broken = NaN, whole = NaN] = await Promise.all(downloads.map((rest) => rest()))
  expect(broken).toBeLessThan(bytes)
  expect(whole).toBeGreaterThan(bytes)
})

test('EX36 a download ends when its file goes with its owner', async () => {
  const files = new ExportFiles(temporaryDirectory())
  for (const id of ['goes', 'stays']) writeFileSync(files.path(id), '')
  const begun = ['goes', 'stays'].map((id) => files.removal(id))
  await files.removeOthers(async () => new Set(['stays']))
  expect(begun.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('EX90 a download that begins as its file is removed ends, too', async () => {
  const files = new ExportFiles(temporaryDirectory())
  writeFileSync(files.path('goes'), '')
  const removing = files.remove('goes')
  const begun = files.removal('goes')
  await removing
  expect(begun.aborted).toBe(true)
})
