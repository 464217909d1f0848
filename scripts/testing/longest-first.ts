import { globSync, statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Bytes of a test file with its parts, which lie in the folder of its name: about as much as there
 * is to do.
 */
export function sizeWithParts(testFile: string): number {
  const parts = globSync(`${testFile.replace(/\.test\.tsx?$/, '')}/**/*.ts`)
  return [testFile, ...parts].reduce((sum, file) => sum + statSync(file).size, 0)
}

/**
 * Test files with the most to do come first: one that begins last would go on alone while all but
 * one processor rest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizes = new Map(files.map((file) => [file, sizeWithParts(file.moduleId)]))
    return files.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0))
  }
}
