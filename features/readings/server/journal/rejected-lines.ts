import { existsSync } from 'node:fs'
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileIn = (directory: string) => join(directory, 'rejected.tsv')

/** Appends a line that the store refuses for good, with the reason. */
export async function rejectLine(
  directory: string,
  table: string,
  line: string,
  reason: string,
): Promise<void> {
  await appendFile(fileIn(directory), `${table}\t${reason.replaceAll(/\s+/g, ' ')}\t${line}`)
}

/** Removes the lines of these sensors from what was put aside. */
export async function removeRejectedLines(
  directory: string,
  sensorIds: ReadonlySet<number>,
): Promise<void> {
  const file = fileIn(directory)
  if (!existsSync(file)) return
  const lines = (await readFile(file, 'utf8')).split('\n')
  const left = lines.filter((line) => !sensorIds.has(Number(line.split('\t')[2] ?? Number.NaN)))
  if (left.length === lines.length) return
  await writeFile(`${file}.new`, left.join('\n'), { flush: true })
  await rename(`${file}.new`, file)
}
