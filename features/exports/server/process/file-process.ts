import { fileURLToPath } from 'node:url'
import { HelperProcess } from '#kit/server/process/helper-process.ts'
import type { Answer, WriterRequest } from './messages.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
/** Pages are small; what is left over is room for the collector. */
const heapMegabytes = 96

/** What could not be written. */
export class FileFailure extends Error {
  readonly reason: 'disk' | 'defect'
  constructor(reason: 'disk' | 'defect', message: string) {
    super(message)
    this.name = 'FileFailure'
    this.reason = reason
  }
}

type Written = Extract<Answer, { readonly type: 'done' }>

/** The process that writes one file: makes a million rows and compresses them. */
export class FileProcess extends HelperProcess<WriterRequest, Written> {
  /** `niceness`: by how much it gives way to other processes, as that of the work on files. */
  constructor(niceness = 10) {
    super({
      ...{ program, heapMegabytes, niceness },
      failureOf: (answer) =>
        answer.type === 'failed' ? new FileFailure(answer.reason, answer.message) : null,
      ended: (message) => new FileFailure('defect', message),
    })
  }
}
