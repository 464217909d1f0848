import type { BoardSummary } from '../../../contract/board.ts'
import { movedTo } from '../../moved-to.ts'

/** What the order of pages is made of. */
type Listed = Pick<BoardSummary, 'id' | 'access'>

/** The pages whose order is the person's: those of others come after them, by name. */
export const ownPages = <Page extends Listed>(pages: readonly Page[]): readonly Page[] =>
  pages.filter(({ access }) => access === 'owner')

/**
 * The ids of the person's own pages with one of them moved to a place among them; null where that
 * changes nothing, for a page of somebody else, and for a place that is none of theirs.
 */
export function reordered(
  pages: readonly Listed[],
  id: string,
  place: number,
): readonly string[] | null {
  const ids = ownPages(pages).map((page) => page.id)
  const at = ids.indexOf(id)
  if (at === -1 || at === place || place < 0 || place >= ids.length) return null
  return movedTo(ids, id, place)
}
