import { fileURLToPath } from 'node:url'
import { HelperProcess } from '#kit/server/process/helper-process.ts'
import type { ImportFailure } from '../../contract/routes.ts'
import type { Answer, ReaderRequest } from './messages.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
/** For the texts of a workbook, which its rows only number. */
const heapMegabytes = 320

/** A file that could not be read, or not to its end. */
export class ReadFailure extends Error {
  readonly reason: ImportFailure
  constructor(reason: ImportFailure, message: string) {
    super(message)
    this.name = 'ReadFailure'
    this.reason = reason
  }
}

type Read = Exclude<Answer, { readonly type: 'failed' }>

/**
 * The process that reads one file of somebody: whatever it holds, it takes neither the thread nor
 * the memory of the server, and gives way to everything else on the machine.
 */
export class ReaderProcess extends HelperProcess<ReaderRequest, Read> {
  /** `niceness`: by how much it gives way to other processes, as that of the work on files. */
  constructor(niceness = 10) {
    super({
      ...{ program, heapMegabytes, niceness },
      failureOf: (answer) =>
        answer.type === 'failed' ? new ReadFailure(answer.reason, answer.message) : null,
      ended: (message) =>
        new ReadFailure(/heap|memory/i.test(message) ? 'too_large' : 'defect', message),
    })
  }

  /** Resolves with the answer of this type. */
  async ask<Type extends Read['type']>(
    request: ReaderRequest,
    type: Type,
  ): Promise<Extract<Read, { readonly type: Type }>> {
    const answer = await this.execute(request)
    if (answer.type !== type) throw new Error(`the process answered ${answer.type}`)
    return answer as Extract<Read, { readonly type: Type }>
  }
}
