import type { Area } from '../../../contract/page.ts'

/** What a page says at one time. */
export interface PageContent {
  readonly name: string
  readonly areas: readonly Area[]
}

/** A page without a name is not saved. */
export const isNameless = ({ name }: Pick<PageContent, 'name'>): boolean => name.trim() === ''

/** Whether two parts of pages say the same, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))
}

/** The same value with the fields of every object in alphabetical order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([field, member]) => [field, ordered(member)])
}
