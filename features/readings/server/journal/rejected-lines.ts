import { existsSync } from 'node:fs'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SerialQueue } from '#kit/server/process/serial-queue.ts'

/** What is put aside while the file is written anew would be lost with the old one. */
const changes = new SerialQueue()

const fileIn = (directory: string) => join(directory, 'rejected.tsv')

/** Appends a line that the store refuses for good, with the reason; on disk when it resolves. */
export function rejectLine(
  directory: string,
  table: string,
  line: string,
  reason: string,
): Promise<void> {
  const text = `${table}\t${reason.replaceAll(/\s+/g, ' ')}\t${line}`
  return changes.run(() => append(fileIn(directory), text))
}

/** Nothing else has the line then: the journal does not keep what was put aside. */
async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a+')
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    // A full disk or a crash may have cut the line before.
    const isCut = bytesRead > 0 && buffer[0] !== lineFeed
    await file.appendFile(isCut ? `\n${text}` : text)
    await file.sync()
  } finally {
    await file.close()
  }
}

const lineFeed = 0x0a

/** Removes the lines of these sensors from what was put aside. */
export function removeRejectedLines(
  directory: string,
  sensorIds: ReadonlySet<number>,
): Promise<void> {
  return changes.run(() => removeLines(fileIn(directory), sensorIds))
}

async function removeLines(file: string, sensorIds: ReadonlySet<number>): Promise<void> {
  if (!existsSync(file)) return
  const lines = (await readFile(file, 'utf8')).split('\n')
  const left = lines.filter((line) => !sensorIds.has(Number(line.split('\t')[2] ?? Number.NaN)))
  if (left.length === lines.length) return
  await writeFile(`${file}.new`, left.join('\n'), { flush: true })
  await rename(`${file}.new`, file)
}
