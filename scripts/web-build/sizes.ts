import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What of a bundler's chunk decides who needs it. */
export interface Chunk {
  readonly fileName: string
  readonly imports: readonly string[]
  readonly isEntry: boolean
  readonly facadeModuleId: string | null
}

export interface Sizes {
  /**
   * Compressed JavaScript to the sign-in page: the entry, the screen, the texts of one language,
   * and all they import.
   */
  readonly signInBytes: number
  /** The table for people, largest first. */
  readonly lines: readonly string[]
}

/** Sizes of the chunks in `directory` as they travel, with brotli. */
export async function measure(directory: string, chunks: readonly Chunk[]): Promise<Sizes> {
  const size = async (file: string) =>
    (await stat(join(directory, `${file}.br`)).catch(() => stat(join(directory, file)))).size
  const sizes = new Map(
    await Promise.all(
      chunks.map(async ({ fileName }) => [fileName, await size(fileName)] as const),
    ),
  )
  const needed = neededForSignIn(chunks)
  const signInBytes = [...needed].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
  const rows = [...sizes].toSorted(([, one], [, other]) => other - one)
  return {
    signInBytes,
    lines: [
      ...rows.map(
        ([file, bytes]) =>
          `${kilobytes(bytes)}  ${needed.has(file) ? 'sign-in' : '       '}  ${file}`,
      ),
      `${kilobytes(signInBytes)}  JavaScript to the sign-in page, compressed`,
    ],
  }
}

function neededForSignIn(chunks: readonly Chunk[]): ReadonlySet<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set<string>()
  const need = (fileName: string): void => {
    if (needed.has(fileName)) return
    needed.add(fileName)
    for (const imported of byName.get(fileName)?.imports ?? []) need(imported)
  }
  for (const { fileName, isEntry, facadeModuleId } of chunks) {
    if (isEntry || /(sign-in-screen\.tsx|catalogues\/en\.ts)$/.test(facadeModuleId ?? ''))
      need(fileName)
  }
  return needed
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`.padStart(10)
}
