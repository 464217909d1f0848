import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Begins with the files that take longest, as far as their size says: with that of the folder of
 * the same name, whose tests a file only brings together. Begun last, one of these would run alone.
 */
export class LargestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizes = new Map(files.map((file) => [file, sizeOf(file.moduleId)]))
    return files.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0))
  }
}

function sizeOf(file: string): number {
  const folder = file.replace(/\.test\.ts$/, '')
  const parts = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  return [file, ...parts].reduce((sum, path) => sum + statSync(path).size, 0)
}
