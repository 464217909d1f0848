import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { releaseBytes } from '../../process/release-bytes.ts'

export type Chunks = readonly Buffer[] | AsyncIterable<Buffer>

/** What is written at once; Node sees a slow reader's progress within it. */
const writeBytes = 256 * 1024
/** A reader that takes nothing for this long is gone. */
export const readerSilenceMs = 30_000

/**
 * Sends JSON that is made of these chunks, as fast as the reader takes it; a chunk that is not
 * there yet is asked for when those before it have been taken. Putting megabytes together first
 * would only copy them, and make garbage that stops the server for milliseconds. A list of chunks
 * is empty when it has been sent: nobody else may use them.
 */
export function sendChunks(
  chunks: Chunks,
  reply: FastifyReply,
  {
    silenceMs = readerSilenceMs,
    type = 'application/json; charset=utf-8',
  }: { readonly silenceMs?: number | undefined; readonly type?: string } = {},
): FastifyReply {
  const { raw } = reply
  raw.setTimeout(silenceMs, () => {
    // The server may be what is slow: then nothing waits to be read.
    if ((raw.socket?.writableLength ?? 0) > 0) raw.destroy()
    else raw.socket?.setTimeout(silenceMs)
  })
  void reply.type(type)
  if (isWhole(chunks)) {
    const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
    void reply.header('Content-Length', length)
    // The system has taken them all.
    raw.once('finish', () => chunks.forEach(releaseBytes))
  }
  return reply.send(Readable.from(writes(chunks), { objectMode: false, highWaterMark: writeBytes }))
}

const isWhole = (chunks: Chunks): chunks is readonly Buffer[] => Array.isArray(chunks)

async function* writes(chunks: Chunks): AsyncGenerator<Buffer> {
  for await (const chunk of chunks)
    for (let start = 0; start < chunk.byteLength; start += writeBytes)
      yield chunk.subarray(start, start + writeBytes)
}
