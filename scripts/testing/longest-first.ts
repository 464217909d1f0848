import { globSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { partsOf } from './test-files.ts'

const project = join(import.meta.dirname, '..', '..')

/**
 * Bytes of a test file with its parts, and with what lies in the folder of its name: about as much
 * as there is to do.
 */
export function sizeWithParts(testFile: string): number {
  const folder = globSync(`${testFile.replace(/\.test\.tsx?$/, '')}/**/*.ts`)
  const parts = partsOf(relative(project, testFile)).map((part) => join(project, part))
  return [testFile, ...folder, ...parts].reduce((sum, file) => sum + statSync(file).size, 0)
}

/**
 * Test files with the most to do come first: one that begins last would go on alone while all but
 * one processor rest. Those of one project stay together: a process goes from file to file while
 * the next one is of the same.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sizes = new Map(files.map((file) => [file, sizeWithParts(file.moduleId)]))
    return files.toSorted(
      (one, other) =>
        one.project.name.localeCompare(other.project.name) ||
        (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0),
    )
  }
}
