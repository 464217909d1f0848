import type { Rights } from '#kit/model/gate.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { PrintHandover } from '#kit/server/handover/printed-handover.ts'
import type { FileProcess } from '../process/file-process.ts'
import { ExportEnd } from './export-failure.ts'
import type { StoredHandover } from './stored-request.ts'
import type { FinishedFile } from './make-file.ts'

interface HandoverServices {
  readonly reader: TelemetryReader
  readonly file: Pick<FileProcess, 'execute'>
  readonly printHandover: PrintHandover
}

interface HandoverTask {
  readonly request: StoredHandover
  readonly ownerId: number
  /** What its owner has now. */
  readonly rights: Rights
  readonly path: string
}

/** Makes the PDF of a shift's handover; returns when it is on disk. */
export async function makeHandover(
  { reader, file, printHandover }: HandoverServices,
  { request, ownerId, rights, path }: HandoverTask,
): Promise<FinishedFile> {
  const { from, language, deviceIds } = request
  const caller = {
    ...{ ...rights, userId: ownerId, sessionId: `export ${ownerId}` },
    // Whoever may have the file later is decided by these.
    ...(deviceIds && { devices: new Set(deviceIds) }),
  }
  const print = await printHandover({ caller, at: from, language }, reader)
  // The shifts of the site were removed meanwhile.
  if (!print) throw new ExportEnd('missing')
  const { document, printed } = print
  const options = { path, paper: 'A4' as const, title: document.title, document, ...printed }
  return file.execute({ type: 'document', options })
}
