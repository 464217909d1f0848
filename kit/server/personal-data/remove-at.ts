import { shortened } from '#kit/model/text/shortened.ts'
import type { NameRemover } from './remove-names.ts'

/**
 * A JSON document with names taken out of the texts at these paths, and of nothing else: what is
 * read as a choice, a key or an identifier stays, also where somebody is called the same. A path
 * has names of members between dots; `*` is each entry of a list. No text becomes longer than it
 * was, so that limits of length hold.
 */
export function removeAt(
  document: unknown,
  paths: readonly string[],
  remove: NameRemover,
): unknown {
  return paths.reduce((left, path) => changedAt(left, path.split('.'), remove), document)
}

function changedAt(
  value: unknown,
  [member, ...rest]: readonly string[],
  remove: NameRemover,
): unknown {
  if (member === undefined) return typeof value === 'string' ? withoutNames(value, remove) : value
  if (Array.isArray(value))
    return member === '*' ? value.map((each) => changedAt(each, rest, remove)) : value
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return value
  const former: unknown = Reflect.get(value, member)
  return { ...value, [member]: changedAt(former, rest, remove) }
}

/** A text without the names, not longer than it was: limits of length hold. */
export function withoutNames(text: string, remove: NameRemover): string {
  const left = remove(text)
  return left.length > text.length ? shortened(left, text.length) : left
}
