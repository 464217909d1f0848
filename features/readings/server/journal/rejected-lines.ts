import { existsSync } from 'node:fs'
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SerialQueue } from '#kit/server/process/serial-queue.ts'

/** What is put aside while the file is written anew would be lost with the old one. */
const changes = new SerialQueue()

const fileIn = (directory: string) => join(directory, 'rejected.tsv')

/** Appends a line that the store refuses for good, with the reason. */
export function rejectLine(
  directory: string,
  table: string,
  line: string,
  reason: string,
): Promise<void> {
  const text = `${table}\t${reason.replaceAll(/\s+/g, ' ')}\t${line}`
  return changes.run(() => appendFile(fileIn(directory), text))
}

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
