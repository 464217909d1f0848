import type { Area } from '../../../contract/page.ts'

/** What a page says at one time. */
export interface PageContent {
  readonly name: string
  readonly areas: readonly Area[]
}

/** A page without a name is not saved. */
export const isNameless = ({ name }: Pick<PageContent, 'name'>): boolean => name.trim() === ''
