import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#kit/model/calls/errors.ts'
import type { WriteDocument } from '#kit/server/handover/printed-document.ts'
import { SerialQueue } from '#kit/server/process/serial-queue.ts'
import { FileProcess } from '../process/file-process.ts'

const maximumWaiting = 8
const retryAfterSeconds = 5
/** Somebody waits for it, and it is short. */
const niceness = 2

const queue = new SerialQueue()
let waiting = 0

/** See `WriteDocument`. */
export const writeDocument: WriteDocument = async (document, printed, signal) => {
  signal.throwIfAborted()
  if (waiting >= maximumWaiting)
    throw new AppError('overloaded', 'Others have documents made now', { retryAfterSeconds })
  waiting++
  const { promise: left, reject: leave } = Promise.withResolvers<never>()
  const onAbort = () => leave(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([left, queue.run(() => write(document, printed, signal))])
  } finally {
    signal.removeEventListener('abort', onAbort)
    waiting--
  }
}

const write: WriteDocument = async (document, printed, signal) => {
  signal.throwIfAborted()
  const directory = await mkdtemp(join(tmpdir(), 'warroom-document-'))
  const file = new FileProcess(niceness)
  const end = () => void file.end()
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    const path = join(directory, 'file')
    const { title } = document
    const options = { path, paper: 'A4' as const, title, document, ...printed }
    await file.execute({ type: 'document', options })
    return await readFile(path)
  } finally {
    signal.removeEventListener('abort', end)
    await file.end()
    await rm(directory, { recursive: true, force: true })
  }
}
