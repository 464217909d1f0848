import { createReadStream } from 'node:fs'
import type { FastifyReply } from 'fastify'
import type { RouteContract } from '#kit/model/calls/route.ts'
import { sendChunks, type Chunks } from './send-chunks.ts'

/** As RFC 8187 writes the value of a parameter. */
export const extended = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * A reply body that is JSON text already, in chunks: sent as it is, for series too large to
 * validate item by item. Chunks that are still to come are asked for as the reader takes those
 * before; a failure among them breaks the reply off.
 */
export class PrebuiltJson {
  readonly chunks: Chunks
  constructor(chunks: Chunks) {
    this.chunks = chunks
  }
}

/**
 * A reply that is a file, of the media type that the contract names. Browsers may store it for
 * ever, as another content has another path, unless it is not `isStored`: what a token opens ends
 * with it.
 */
export class FileReply {
  readonly body: Buffer
  readonly isStored: boolean
  constructor(body: Buffer, { isStored = true } = {}) {
    this.body = body
    this.isStored = isStored
  }
}

/** A reply in parts, lines of JSON that are sent as they come; of this media type. */
export class LinesReply {
  readonly lines: AsyncIterable<Buffer>
  readonly type: string
  constructor(lines: AsyncIterable<Buffer>, type: string) {
    this.lines = lines
    this.type = type
  }
}

interface Download {
  readonly path: string
  readonly bytes: number
  /** What the browser calls it. */
  readonly name: string
  /** Media type. */
  readonly type: string
  /** Aborted when the file is removed: it is not read any further then. */
  readonly removed?: AbortSignal
}

/** A reply that is a file on disk, to be stored by a person: sent as its reader takes it. */
export class DownloadReply {
  readonly file: Download
  constructor(file: Download) {
    this.file = file
  }
}

const storedForever = 'private, max-age=31536000, immutable'

export function sendResult(
  result: unknown,
  { file }: RouteContract,
  reply: FastifyReply,
): FastifyReply {
  if (result instanceof PrebuiltJson) return sendChunks(result.chunks, reply)
  if (result instanceof LinesReply) {
    // A proxy that collects an answer before it passes it on would make one of it.
    void reply.header('X-Accel-Buffering', 'no').header('Cache-Control', 'no-store')
    return sendChunks(result.lines, reply, { type: result.type })
  }
  if (result instanceof DownloadReply) return sendDownload(result.file, reply)
  if (result instanceof FileReply) {
    void reply
      .type(file ?? 'application/octet-stream')
      .header('Cache-Control', result.isStored ? storedForever : 'no-store')
    return reply.send(result.body)
  }
  return result === undefined ? reply.code(204).send() : reply.send(withMeta(result))
}

/** A list that is whole is one page; a reply whose schema has no `meta` loses it again. */
function withMeta(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('data' in result)) return result
  if ('meta' in result || !Array.isArray(result.data)) return result
  const { length } = result.data
  return { ...result, meta: { total: length, page: 1, limit: length } }
}

function sendDownload(
  { path, bytes, name, type, removed: signal }: Download,
  reply: FastifyReply,
): FastifyReply {
  const plain = name.replaceAll(/[^ -~]|["\\]/g, '_')
  void reply
    .type(type)
    .header('Content-Length', bytes)
    .header(
      'Content-Disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${extended(name)}`,
    )
    .header('Cache-Control', 'no-store')
  // What it grows by meanwhile would be taken for the beginning of the next reply.
  const end = Math.max(0, bytes - 1)
  return reply.send(createReadStream(path, { end, ...(signal && { signal }) }))
}
