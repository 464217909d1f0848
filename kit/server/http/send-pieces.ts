import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export type Pieces = readonly Buffer[] | AsyncIterable<Buffer>

/** What is written at once: small enough that a slow reader's progress is seen. */
const writeBytes = 64 * 1024
/** A reader that takes nothing for this long is gone. */
export const readerSilenceMs = 30_000

/**
 * Sends JSON that is made of these pieces, as fast as the reader takes it; a piece that is not
 * there yet is asked for when those before it have been taken. Putting megabytes together first
 * would only copy them, and make garbage that stops the server for milliseconds.
 */
export function sendPieces(
  pieces: Pieces,
  reply: FastifyReply,
  silenceMs = readerSilenceMs,
): FastifyReply {
  const { raw } = reply
  raw.setTimeout(silenceMs, () => {
    // The server may be what is slow: then nothing waits to be read.
    if ((raw.socket?.writableLength ?? 0) > 0) raw.destroy()
    else raw.socket?.setTimeout(silenceMs)
  })
  void reply.type('application/json; charset=utf-8')
  if (isWhole(pieces)) {
    const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
    void reply.header('Content-Length', length)
  }
  return reply.send(Readable.from(writes(pieces), { objectMode: false, highWaterMark: writeBytes }))
}

const isWhole = (pieces: Pieces): pieces is readonly Buffer[] => Array.isArray(pieces)

async function* writes(pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces)
    for (let start = 0; start < piece.byteLength; start += writeBytes)
      yield piece.subarray(start, start + writeBytes)
}
