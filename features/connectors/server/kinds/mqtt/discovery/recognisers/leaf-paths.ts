import { isObject } from '#kit/server/documents/document-value.ts'
import type { DocumentPath } from '../../../../../contract/kinds/mqtt/document-path.ts'

const maximumDepth = 16
const maximumPaths = 2_000

/** Paths of everything in a document that contains nothing itself; arrays are left out. */
export function leafPaths(document: unknown): readonly DocumentPath[] {
  const paths: DocumentPath[] = []
  const add = (value: unknown, path: DocumentPath): void => {
    if (paths.length >= maximumPaths || path.length > maximumDepth) return
    if (isObject(value)) for (const key of Object.keys(value)) add(value[key], [...path, key])
    else if (!Array.isArray(value)) paths.push(path)
  }
  add(document, [])
  return paths
}
