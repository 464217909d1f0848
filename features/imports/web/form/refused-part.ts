import type { Mapping, Preview } from '../../contract/mapping.ts'

/**
 * What a refused field of a mapping is about: the head of a column, its number (from 0) where it
 * has none, or a name of the file; null where it is about none of these.
 */
export function refusedPart(
  field: string,
  { shape }: Mapping,
  { head }: Pick<Preview, 'head'>,
): string | number | null {
  const [, list, index] = /^mapping\.shape\.(columns|names)\.(\d+)\b/.exec(field) ?? []
  if (shape.kind === 'wide' && list === 'columns') {
    const column = shape.columns[Number(index)]?.column
    if (column === undefined) return null
    return head[column]?.trim() === '' ? column : (head[column] ?? column)
  }
  if (shape.kind === 'wide' || list !== 'names') return null
  const named = shape.names[Number(index)]
  return named ? [named.device, named.name].filter((part) => part !== '').join(' · ') : null
}
